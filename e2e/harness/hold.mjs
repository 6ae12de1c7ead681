// Requests that a test holds back, so that something else comes before their response.

import { until } from "./until.mjs";

/** Delays matching requests until `release` is called. `isHeld` says whether one is waiting. */
export async function hold(page, pattern, { method, bodyHas = "", afterwards = false } = {}) {
  const held = { isHeld: false };
  const released = new Promise((resolve) => (held.release = resolve));
  await page.route(pattern, async (route) => {
    if (method && route.request().method() !== method) return route.continue();
    if (!(route.request().postData() ?? "").includes(bodyHas)) return route.continue();
    // Afterwards: the edge has responded already.
    const response = afterwards ? await route.fetch() : undefined;
    held.isHeld = true;
    await released;
    return response ? route.fulfill({ response }) : route.continue();
  });
  held.isAskedFor = () => until(`${pattern} is asked for`, () => held.isHeld);
  return held;
}
