// The browser's storage.

/** Fills it: from now on, the page can store nothing more. */
export const fillStorage = (page) =>
  page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
