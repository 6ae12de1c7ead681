// Requests of a session that a test sends in place of a page.

/** The headers of a change: see docs/api.md. */
export const changeHeaders = (origin) => ({ "X-Docket": "1", Origin: origin });

/** Sends a request as the person whose page is open, without the page. Returns its response. */
export async function send(page, method, path, data) {
  const { origin } = new URL(page.url());
  const response = await page.request.fetch(`${origin}${path}`, { method, headers: changeHeaders(origin), data });
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
  return response;
}
