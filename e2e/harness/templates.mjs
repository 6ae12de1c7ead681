// What tests of prompt templates share.

import { heading, seesFocus, sees } from "./person.mjs";
import { PROJECT } from "./world.mjs";

/** The path of their page. */
export const PATH = `/p/${PROJECT}/templates`;

/** Opens their page. */
export async function openTemplates(docket, options) {
  const visit = await docket.signedIn(options);
  await visit.page.goto(docket.url(PATH));
  await sees(heading(visit.page, "Templates"));
  return visit;
}

/** The template with this name in the list. */
export const template = (page, name) =>
  page.getByRole("list", { name: "Templates" }).getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

/** Discards what is typed into the form of a template in `scope`, and answers the question about it. */
export async function discardChanges(scope) {
  await scope.getByRole("button", { name: "Discard changes" }).click();
  await scope.getByRole("button", { name: "Discard them" }).click();
}

/** Makes a template on its page. */
export async function makeTemplate(page, name, text) {
  await beginTemplate(page);
  const form = page.getByRole("form", { name: "New template" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Prompt").fill(text);
  await form.getByRole("button", { name: "Save template" }).click();
  await sees(template(page, name));
}

/** Opens the form of a new template. It takes the focus to the name, where text for another field would arrive before that. */
export async function beginTemplate(page) {
  await page.getByRole("button", { name: "New template" }).click();
  await seesFocus(page.getByRole("form", { name: "New template" }).getByLabel("Name"));
}

/** The same of a template that is there. */
export async function editTemplate(page, name) {
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  await seesFocus(template(page, name).getByRole("form", { name: "Edit template" }).getByLabel("Name"));
}

/** Changes a template behind the page's back. */
export const sendTemplate = (page, method, path, body) =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = { "X-Docket": "1", "Content-Type": "application/json" };
      const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
      return response.json();
    },
    [method, `/api/projects/${PROJECT}/templates${path}`, body],
  );

/** The id of the template with this name. */
export const idOf = async (page, name) => (await sendTemplate(page, "GET", "")).templates.find((each) => each.name === name).id;

/** Deletes a template behind the page's back. */
export async function removeTemplate(page, name) {
  const path = `/api/projects/${PROJECT}/templates/${await idOf(page, name)}`;
  await page.evaluate((path) => fetch(path, { method: "DELETE", headers: { "X-Docket": "1" } }).then(() => {}), path);
}
