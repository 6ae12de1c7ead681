// What tests of the inbox share.

import { heading, isEmpty, newJob, sees, startJob, strayPrompt } from "./person.mjs";
import { PROJECT } from "./world.mjs";

/** The path of its page. */
export const PATH = `/p/${PROJECT}/inbox`;
/** Its link. */
export const tab = (page) => page.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name: /^Inbox/ });
export const link = (page, title) => page.getByRole("link", { name: title, exact: true });
/** The item of a job or of a prompt without a job. */
export const item = (page, title) => page.getByRole("main").getByRole("listitem").filter({ has: link(page, title) });

/** Starts jobs from the list, and returns to the inbox. */
export async function started(page, ...prompts) {
  await page.getByRole("link", { name: "Jobs", exact: true }).click();
  for (const prompt of prompts) {
    await isEmpty(newJob(page));
    await startJob(page, prompt);
    await sees(link(page, prompt.split("\n")[0]).or(strayPrompt(page, prompt.split("\n")[0])).first());
  }
  await tab(page).click();
  await sees(heading(page, "Inbox"));
}

/** Hides or shows the window, as the page sees it. */
export const setVisible = (page, isVisible) =>
  page.evaluate((state) => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, isVisible ? "visible" : "hidden");
