// What tests of the visitors page share.

import { sees } from "./person.mjs";
import { PROJECT } from "./world.mjs";

/** The table of paths. */
export const table = (page) => page.getByRole("table", { name: "Unique visitors by path" });
/** The paths that are on the screen. */
export const paths = (page) => table(page).getByRole("rowheader");

/** The whole numbers in a text. */
export const numbers = (text) => text.match(/\d[\d,]*/g).map((digits) => Number(digits.replaceAll(",", "")));

/** How many requests of the hour the page says are left. */
export const requestsLeft = async (page) =>
  numbers(await page.getByText(/^[\d,]+ of [\d,]+ requests left this hour/).innerText())[0];

/** Opens the page with a query, in a zone that is not that of the visitors unless `options` have another, and waits for its paths. */
export async function openVisitors(docket, query, options) {
  const visit = await docket.signedIn({ timezoneId: "Europe/Berlin", ...options });
  await visit.page.goto(docket.url(`/p/${PROJECT}/visitors?${query}`));
  await sees(paths(visit.page).first());
  return visit;
}

/** Opens the details of a period, which have the exact interval of the request to the service. */
export const showsExactly = async (page, period, exact) => {
  await page.getByText(period, { exact: true }).click();
  await sees(page.getByText(`Exact interval: ${exact}`, { exact: true }));
};
