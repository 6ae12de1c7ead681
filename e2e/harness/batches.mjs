// What tests of jobs for many pages share.

import assert from "node:assert/strict";

import { button, sees } from "./person.mjs";
import { makeTemplate } from "./templates.mjs";
import { PROJECT } from "./world.mjs";

export const CREATE = `**/v2/agent/${PROJECT}/job`;
export const PATH = `/p/${PROJECT}/batch`;
/** What a lost response and a lost connection look like in the browser. */
export const LOST = [/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/];

export const progress = (page) => page.getByRole("region", { name: "Progress" });
export const seesProgress = (page, words) => sees(progress(page).getByText(words, { exact: true }));

export async function cancelTheRest(page) {
  await button(page, "Cancel the rest").click();
  await button(page, "Cancel them").click();
}

/** The batches of a deployment. */
export function batches(docket) {
  /** Makes a template whose prompts no other test sends. */
  const template = async (page, name) => {
    await page.goto(docket.url(`/p/${PROJECT}/templates`));
    await makeTemplate(page, name, `${name} on {{page}} for {{release}}.\n[sim: 1h]`);
  };

  /** Prepares a batch for pages that are typed. */
  const prepare = async (page, name, count) => {
    await template(page, name);
    await page.goto(docket.url(PATH));
    const paths = Array.from({ length: count }, (_, n) => `/${name.toLowerCase().replaceAll(" ", "-")}/${n}`);
    await page.getByRole("textbox", { name: "Pages" }).fill(paths.join("\n"));
    await page.getByRole("combobox", { name: "Template" }).selectOption({ label: name });
    await page.getByLabel("release").fill("SDK 4");
    return paths;
  };

  /** The prompts of a template that the service received, as jobs. */
  const prompts = async (name) => {
    const jobs = await docket.world.sim("GET", "jobs");
    return jobs.flatMap((job) => job.prompts).filter((prompt) => prompt.startsWith(`${name} on `));
  };
  const madeOnce = async (name, paths) => {
    const expected = paths.map((path) => `${name} on ${path} for SDK 4.\n[sim: 1h]`);
    assert.deepEqual((await prompts(name)).sort(), expected.sort());
  };
  return { template, prepare, prompts, madeOnce };
}
