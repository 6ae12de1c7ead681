// Requests that a test holds back, so that something else comes before their response.

/** How long a test waits for a request that it holds back. */
const ASKED_WITHIN_MS = 60_000;

/**
 * Holds requests that match back: `isAskedFor` waits for the first of them, and `release` lets go of them all, and waits until they are
 * answered.
 */
export async function hold(page, pattern, { method, bodyHas = "", afterwards = false } = {}) {
  const [asked, released] = [Promise.withResolvers(), Promise.withResolvers()];
  const held = [];
  let isReleased = false;
  const answer = async (route) => {
    // Afterwards: the edge has responded already.
    const response = afterwards ? await route.fetch() : undefined;
    asked.resolve();
    await released.promise;
    return response ? route.fulfill({ response }) : route.continue();
  };
  await page.route(pattern, (route) => {
    const request = route.request();
    const isOther = (method && request.method() !== method) || !(request.postData() ?? "").includes(bodyHas);
    if (isReleased || isOther) return route.continue();
    const answered = answer(route);
    held.push(answered);
    return answered;
  });
  const isAskedFor = () => {
    const late = () => asked.reject(new Error(`${pattern} was not asked for within ${ASKED_WITHIN_MS / 1000} s`));
    const limit = setTimeout(late, ASKED_WITHIN_MS);
    return asked.promise.finally(() => clearTimeout(limit));
  };
  const release = () => {
    isReleased = true;
    released.resolve();
    // The page that asked may be gone.
    return Promise.allSettled(held);
  };
  return { isAskedFor, release };
}
