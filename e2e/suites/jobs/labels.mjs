// The field for labels: chips, and a combobox that suggests the labels of other jobs.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { axeSource, violations } from "../../harness/axe.mjs";
import { hold } from "../../harness/hold.mjs";
import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;

export function labels(docket) {
  const labelField = (page) => page.getByRole("combobox", { name: "Labels, separated by commas" });
  const suggestions = (page) => page.getByRole("listbox", { name: "Known labels" });
  const story = (page, text) => person.story(page, text);

  /** Opens the page of a new job. */
  async function onJob(title, options) {
    const { id } = await docket.world.startByProgram(`${title}\n[sim: 1s, no-pr]`);
    const visit = await docket.signedIn(options);
    await visit.page.goto(docket.jobs);
    await person.seesJob(visit.page, title, "Completed");
    await person.openJob(visit.page, title);
    return { visit, page: visit.page, field: labelField(visit.page), id };
  }

  describe("labels", () => {
    test("become chips by a comma, are typed on by Backspace, and leave by their button", async () => {
      const { visit, page, field } = await onJob("Label this job key by key");
      await field.pressSequentially("docs,sdk , gui");
      await person.hasLabels(page, ["docs", "sdk"]);
      await person.holds(field, "gui");
      await field.fill("");
      await field.press("Backspace");
      await person.hasLabels(page, ["docs"]);
      await person.holds(field, "sdk");
      await field.pressSequentially(" 4,");
      await person.hasLabels(page, ["docs", "sdk 4"]);
      await page.keyboard.press("Shift+Tab");
      await person.seesFocus(page.getByRole("button", { name: "Remove sdk 4" }));
      await page.keyboard.press("Enter");
      await person.hasLabels(page, ["docs"]);
      await person.seesFocus(field);
      assert.equal(await page.getByRole("status").getByText("sdk 4 removed.").count(), 1);
      await field.pressSequentially("guide");
      await page.keyboard.press("Enter");
      await sees(story(page, "Labelled docs, guide by dev."));
      await person.hasLabels(page, ["docs", "guide"]);
      await person.isEmpty(field);
      await person.seesFocus(field);
      await visit.end();
    });

    for (const [key, name, find] of [["l", "labels", labelField], ["c", "a follow-up", person.followUp]]) {
      test(`the field for ${name} gets what is typed after its key, also before the history of the job is here`, async () => {
        const title = `Type ahead of the history: ${name}`;
        const { id } = await docket.world.startByProgram(`${title}\n[sim: 1s, no-pr]`);
        const visit = await docket.signedIn();
        const { page } = visit;
        const history = await hold(page, `**/api/projects/${PROJECT}/jobs/${id}`, { method: "GET" });
        await page.goto(`${docket.jobs}/${id}`);
        await sees(person.heading(page, title));
        await history.isAskedFor();
        // As shortcuts, these letters would lead to the inbox.
        await page.keyboard.type(`${key}digix`);
        await page.keyboard.press("Backspace");
        await person.frames(page);
        history.release();
        await person.seesFocus(find(page));
        await person.holds(find(page), "digi");
        await page.keyboard.type("tal");
        await person.holds(find(page), "digital");
        await find(page).fill("");
        await visit.end();
      });
    }

    test("that somebody else removes do not take the focus away", async () => {
      const { visit, page, field, id } = await onJob("Label this job together");
      await docket.world.changeByProgram(id, { labels: ["one", "two"] });
      await person.hasLabels(page, ["one", "two"]);
      await page.getByRole("button", { name: "Remove one" }).focus();
      await docket.world.changeByProgram(id, { labels: ["two"] });
      await person.hasLabels(page, ["two"]);
      await person.seesFocus(field);
      await visit.end();
    });

    test("stay as they are typed where they break a rule, and the field names the rule", async () => {
      const { visit, page, field } = await onJob("Label this job against the rules");
      const alert = (text) => page.getByRole("main").getByRole("alert").getByText(text);
      await field.fill("docs, docs, ");
      await person.hasLabels(page, ["docs"]);
      await sees(page.getByRole("status").getByText("docs is there already."));
      const long = "x".repeat(41);
      await field.fill(`${long}, sdk, `);
      await person.hasLabels(page, ["docs", "sdk"]);
      await person.holds(field, `${long}, `);
      await sees(alert("Not added: a label must have 1 to 40 characters"));
      await page.getByRole("button", { name: "Save" }).click();
      await sees(alert("Not saved: a label must have 1 to 40 characters"));
      const problem = await field.evaluate((input) => [input.ariaInvalid, ...input.ariaDescribedByElements.map((element) => element.textContent)]);
      assert.equal(problem[0], "true");
      assert.match(problem[1], /^Not saved: /);
      await person.holds(field, `${long}, `);
      await page.reload();
      await person.holds(field, `${long}, `);
      await person.hasLabels(page, ["docs", "sdk"]);

      const many = Array.from({ length: 21 }, (_, index) => `l${index}`);
      await field.fill(`${many.join(",")},`);
      await person.hasLabels(page, ["docs", "sdk", ...many.slice(0, 18)]);
      await person.holds(field, "l18, l19, l20, ");
      await sees(alert("Not added: a job has at most 20 labels."));
      await page.getByRole("button", { name: "Save" }).click();
      await sees(alert("Not saved: a job has at most 20 labels."));
      await field.fill("");
      await page.getByRole("button", { name: "Save" }).click();
      await sees(story(page, "Labelled docs, l0, l1,"));
      await visit.end();
    });

    test("are suggested from other jobs, and chosen by arrow keys or a click", async () => {
      const labelled = await docket.world.startByProgram("Suggest a label from this job\n[sim: 1s, no-pr]");
      await docket.world.changeByProgram(labelled.id, { labels: ["suggested-here", "suggested-there"] });
      const { visit, page, field } = await onJob("Suggest a label on this job");
      const option = (name) => suggestions(page).getByRole("option", { name, exact: true });
      const isOpen = async () => (await field.getAttribute("aria-expanded")) === "true";
      await field.pressSequentially("own, Suggested");
      await sees(option("suggested-here"));
      await page.keyboard.press("ArrowDown");
      await until("the first one is active", async () =>
        (await field.getAttribute("aria-activedescendant")) === (await option("suggested-here").getAttribute("id")),
      );
      assert.deepEqual(await violations(page, await axeSource()), []);
      await page.keyboard.press("ArrowUp");
      await until("the last one is active", async () => (await option("suggested-there").getAttribute("aria-selected")) === "true");
      await page.keyboard.press("Enter");
      await person.hasLabels(page, ["own", "suggested-there"]);
      await person.isEmpty(field);
      assert.equal(await isOpen(), false);
      assert.equal(await story(page, "Labelled").count(), 0, "Enter chose, and sent nothing");

      await field.pressSequentially("suggested");
      await sees(option("suggested-here"));
      assert.equal(await option("suggested-there").count(), 0, "it is there already");
      await page.keyboard.press("Escape");
      await suggestions(page).waitFor({ state: "detached" });
      await field.click();
      await option("suggested-here").click();
      await person.hasLabels(page, ["own", "suggested-there", "suggested-here"]);
      await person.seesFocus(field);
      await page.keyboard.press("Tab");
      await page.getByRole("button", { name: "Save" }).click();
      await sees(story(page, "Labelled own, suggested-here, suggested-there by dev."));
      await visit.end();
    });

    test("of several jobs are suggested as well, and Escape closes the list before the form", async () => {
      const { id } = await docket.world.startByProgram("Bulk one with a known label\n[sim: 1s, no-pr]");
      await docket.world.changeByProgram(id, { labels: ["bulk-known"] });
      const title = "Bulk one without a label";
      await docket.world.startByProgram(`${title}\n[sim: 1s, no-pr]`);
      const visit = await docket.signedIn({ viewport: { width: 360, height: 640 } });
      const { page } = visit;
      await page.goto(`${docket.jobs}?q=bulk+one`);
      await person.isLive(page);
      const bar = page.getByRole("group", { name: "Selected jobs" });
      await page.getByRole("checkbox", { name: `Select ${title}`, exact: true }).check();
      await sees(bar.getByText("1 selected", { exact: true }));
      await page.keyboard.press("l");
      const field = bar.getByRole("combobox", { name: "Labels to add, separated by commas" });
      await person.seesFocus(field);
      await page.keyboard.type("mine, bulk-k");
      await sees(suggestions(page));
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
      await page.keyboard.press("Escape");
      await suggestions(page).waitFor({ state: "detached" });
      await person.holds(field, "bulk-k");
      await page.keyboard.press("Escape");
      await field.waitFor({ state: "detached" });
      await page.keyboard.press("l");
      await person.holds(field, "bulk-k");
      await person.hasLabels(page, ["mine"]);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await person.hasLabels(page, ["mine", "bulk-known"]);
      await page.keyboard.press("Enter");
      await sees(bar.getByText("1 labelled.", { exact: true }));
      await visit.end();
    });
  });
}
