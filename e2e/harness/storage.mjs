// The browser's storage.

/** Fills it: from now on, the page can store nothing more. */
export const fillStorage = (page) =>
  page.evaluate(() => {
    const { setItem } = Storage.prototype;
    // That of a tab has room of its own.
    Storage.prototype.setItem = function (...item) {
      if (this === localStorage) throw new DOMException("full", "QuotaExceededError");
      setItem.apply(this, item);
    };
  });
