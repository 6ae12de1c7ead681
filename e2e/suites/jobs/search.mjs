// Search and filters of jobs. The URL holds them, so that a link shows a colleague the same.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { PROGRAM } from "../../harness/world.mjs";

const { sees } = person;
/** A word that is in no other suite's prompts. */
const WORD = "zeugma";
const SALE = `${WORD}: 50% off & more`;
const FAILED = `${WORD}: a table that fails`;
const NIGHTLY = `${WORD}: the nightly check of links`;

export function search(docket) {
  describe("finding jobs", () => {
    const field = (page) => page.getByRole("searchbox", { name: "Search prompts" });
    const rows = (page) => page.getByRole("table").getByRole("row").filter({ has: page.getByRole("cell") });
    const titles = async (page) => (await rows(page).getByRole("link", { name: WORD }).allTextContents()).sort();
    const finds = (page, wanted) =>
      until(`the list shows ${wanted.join(", ")}`, async () => {
        const found = await titles(page);
        return (await rows(page).count()) === wanted.length && found.join() === [...wanted].sort().join();
      });
    const parameter = (page, name) => new URL(page.url()).searchParams.get(name);
    /** Waits until the URL has this parameter: then the list follows. */
    const hasParameter = (page, name, value) =>
      until(`the URL has ${name}=${value}`, () => parameter(page, name) === value);

    const chose = (select, name) =>
      select.getByRole("option", { name, selected: true }).waitFor({ state: "attached" });

    async function opened(path = "", options) {
      const visit = await docket.signedIn(options);
      await visit.page.goto(`${docket.jobs}${path}`);
      await person.isLive(visit.page);
      return visit;
    }

    before(async () => {
      const { page, end } = await started();
      await person.openJob(page, SALE);
      await page.getByLabel("Labels, separated by commas").fill("sale & more");
      await page.getByRole("button", { name: "Save" }).click();
      await sees(person.story(page, "Labelled sale & more by dev."));
      await end();
    });

    /** Starts the jobs to search for. */
    async function started() {
      const visit = await opened();
      const { page } = visit;
      await docket.world.startByProgram(`${NIGHTLY}\n[sim: 10m, pr]`);
      await person.startJob(page, `${FAILED}\n[sim: 1s, fail]`);
      await person.seesJob(page, FAILED, "Failed");
      await person.isEmpty(person.newJob(page));
      await person.startJob(page, `${SALE}\n[sim: 1s, no-pr]`);
      await person.seesJob(page, SALE, "Completed");
      return { page, end: () => visit.end() };
    }

    test("says how many a filter finds, and not again whenever jobs come", async () => {
      const label = "counted once";
      const [first, second] = [
        await docket.world.startByProgram("Count the first job\n[sim: 10m, pr]"),
        await docket.world.startByProgram("Count the second job\n[sim: 10m, pr]"),
      ];
      await docket.world.changeByProgram(first.id, { labels: [label] });
      const visit = await opened(`?label=${encodeURIComponent(label)}`);
      const found = visit.page.getByRole("status").filter({ hasText: `labelled ${label}` });
      await sees(found.getByText("1 job", { exact: true }));
      assert.equal(await found.getAttribute("aria-live"), "polite");
      await docket.world.changeByProgram(second.id, { labels: [label] });
      await sees(found.getByText("2 jobs", { exact: true }));
      assert.equal(await found.getAttribute("aria-live"), "off");
      await visit.end();
    });

    test("by filters, each of which is a step back; the words are not", async () => {
      const visit = await opened();
      const { page } = visit;
      const [status, started] = [page.getByLabel("Status"), page.getByLabel("Started")];
      await status.selectOption("Failed");
      await hasParameter(page, "status", "failed");
      await started.selectOption("Today");
      await until("the URL has the day", () => parameter(page, "addedSince") !== null);
      await field(page).fill(WORD);
      await hasParameter(page, "q", WORD);
      await page.goBack();
      await until("the day is gone", () => parameter(page, "addedSince") === null && parameter(page, "q") === null);
      await chose(status, "Failed");
      await chose(started, "Any time");
      await person.holds(field(page), "");
      await page.goBack();
      await hasParameter(page, "status", null);
      await chose(status, "Any status");
      await page.goForward();
      await chose(status, "Failed");
      await visit.end();
    });

    test("by words with any characters; a link shows a colleague the same", async () => {
      const mine = await opened();
      await field(mine.page).fill(WORD.slice(0, 4));
      await finds(mine.page, [SALE, FAILED, NIGHTLY]);
      await field(mine.page).fill("50% off & mo");
      await finds(mine.page, [SALE]);
      assert.equal(parameter(mine.page, "q"), "50% off & mo");
      const theirs = await docket.signedIn();
      await theirs.page.goto(mine.page.url());
      await finds(theirs.page, [SALE]);
      assert.equal(await field(theirs.page).inputValue(), "50% off & mo");

      await mine.page.getByRole("link", { name: SALE, exact: true }).click();
      await sees(person.heading(mine.page, SALE));
      await mine.page.goBack();
      await finds(mine.page, [SALE]);
      assert.equal(await field(mine.page).inputValue(), "50% off & mo");
      await theirs.end();
      await mine.end();
    });

    test("says how many there are", async () => {
      const visit = await opened(`?q=${WORD}`);
      const { page } = visit;
      const count = page.getByRole("search", { name: "Jobs" }).getByRole("status");
      await sees(count.getByText("3 jobs", { exact: true }));
      await page.getByLabel("Status", { exact: true }).selectOption("Failed");
      await sees(count.getByText("1 job", { exact: true }));
      await page.getByRole("link", { name: "Clear filter" }).first().click();
      await person.seesFocus(field(page));
      await visit.end();
    });

    test("says how many there are only once the list is that of the filter", async () => {
      const visit = await opened();
      const { page } = visit;
      await sees(person.jobRow(page, FAILED));
      const announced = page.getByRole("search", { name: "Jobs" }).getByRole("status");
      const searches = /\/jobs\?(.*&)?q=/;
      for (const [words, count] of [[`${WORD}: a table`, "1 job"], [WORD, "3 jobs"], [`${WORD} nobodywrotethis`, "0 jobs"]]) {
        let release;
        const released = new Promise((done) => (release = done));
        await page.route(searches, async (route) => {
          await released;
          await route.continue();
        });
        await field(page).fill(words);
        await hasParameter(page, "q", words);
        await sees(page.getByRole("status", { name: "Loading jobs" }));
        assert.equal((await announced.innerText()).trim(), "", `while ${words} is searched for`);
        release();
        await sees(announced.getByText(count, { exact: true }));
        await page.unroute(searches);
      }
      await visit.end();
    });

    test("by the number of a pull request, and by id", async () => {
      const title = "Open a pull request to search for";
      const visit = await opened();
      const { page } = visit;
      await person.startJob(page, `${title}\n[sim: 1s, pr]`);
      await person.seesJob(page, title, "Completed");
      const number = (await person.pullRequest(person.jobRow(page, title)).innerText()).split("#")[1];
      const href = await page.getByRole("link", { name: title, exact: true }).getAttribute("href");
      const link = (sentence) => page.getByRole("status").filter({ hasText: sentence }).getByRole("link", { name: title });
      await field(page).fill(`#${number}`);
      await until("only that job is listed", async () => (await rows(page).count()) === 1);
      await sees(person.jobRow(page, title));
      await person.isLive(page);
      await page.keyboard.press("Control+k");
      await page.keyboard.type(`#${number}`);
      await sees(page.getByRole("dialog", { name: "Commands" }).getByRole("option").filter({ hasText: title }));
      await page.keyboard.press("Escape");
      const id = href.split("/").at(-1);
      await field(page).fill(id);
      await hasParameter(page, "q", id);
      await sees(person.jobRow(page, title));
      await page.getByLabel("Status", { exact: true }).selectOption("Failed");
      await link("Job with this id:").click();
      await sees(person.heading(page, title));
      await visit.end();
    });

    test("by an id that no job has", async () => {
      const visit = await opened("", { expected: [/^404 GET \/api\/projects\/.*\/jobs\/01890000/] });
      const { page } = visit;
      await field(page).fill("01890000-0000-7000-8000-000000000000");
      await sees(page.getByRole("status").filter({ hasText: "No job of this project has this id." }));
      assert.equal(await page.getByText("No jobs match.").count(), 0);
      await page.getByRole("link", { name: "Clear filter" }).last().click();
      await sees(page.getByRole("table"));
      await visit.end();
    });

    test("by status", async () => {
      const visit = await opened(`?q=${WORD}`);
      const { page } = visit;
      await page.getByLabel("Status", { exact: true }).selectOption("Failed");
      await finds(page, [FAILED]);
      await page.getByLabel("Status", { exact: true }).selectOption("Active");
      await finds(page, [NIGHTLY]);
      await page.getByLabel("Status", { exact: true }).selectOption("Any status");
      await finds(page, [SALE, FAILED, NIGHTLY]);
      await visit.end();
    });

    test("by author and by label, which the rows link to", async () => {
      const visit = await opened(`?q=${WORD}`);
      const { page } = visit;
      await person.jobRow(page, NIGHTLY).getByRole("link", { name: PROGRAM }).click();
      await hasParameter(page, "author", PROGRAM);
      await sees(page.getByText(`Only by ${PROGRAM}`));
      await sees(person.jobRow(page, NIGHTLY));
      assert.equal(await person.jobRow(page, SALE).count(), 0);
      await page.goBack();
      await finds(page, [SALE, FAILED, NIGHTLY]);
      await person.jobRow(page, SALE).getByRole("link", { name: "sale & more", exact: true }).click();
      await hasParameter(page, "label", "sale & more");
      await sees(page.getByText("Only labelled sale & more"));
      await finds(page, [SALE]);
      await page.getByRole("link", { name: "Clear filter" }).first().click();
      await sees(person.jobRow(page, NIGHTLY));
      assert.equal(new URL(page.url()).search, "");
      await visit.end();
    });

    test("by time", async () => {
      const visit = await opened(`?q=${WORD}&addedUntil=2026-01-01`, { timezoneId: "UTC" });
      const { page } = visit;
      await sees(page.getByText("Only started before Jan 1, 2026", { exact: true }));
      await sees(page.getByText("No jobs match."));
      await page.getByRole("link", { name: "Clear filter" }).last().click();
      const started = page.getByLabel("Started", { exact: true });
      for (const name of ["Today", "Last 7 days", "Last 30 days"]) {
        await started.selectOption(name);
        await chose(started, name);
        await sees(person.jobRow(page, SALE));
      }
      await page.goto(`${docket.jobs}?q=${WORD}&addedSince=2026-01-01T00:00:00.000Z`);
      await finds(page, [SALE, FAILED, NIGHTLY]);
      await chose(started, "Since Jan 1, 2026");
      await visit.end();
    });

    test("by moments at which no day begins in the browser's time zone, which have their time", async () => {
      const bounds = "endedSince=2025-01-01&endedUntil=2025-01-02T05:00:00Z&addedSince=2025-01-01T00:00:00Z";
      const visit = await opened(`?q=${WORD}&${bounds}`, { timezoneId: "America/New_York" });
      const { page } = visit;
      await sees(page.getByText(/^Only ended since Dec 31, 2024, 7:00:00\sPM EST, ended before Jan 2, 2025$/));
      await chose(page.getByLabel("Started", { exact: true }), /^Since Dec 31, 2024, 7:00:00\sPM EST$/);
      await visit.end();
    });

    test("says that jobs were started after it, and finds them on request", async () => {
      const word = "syllepsis";
      const visit = await opened(`?q=${word}`);
      const { page } = visit;
      await sees(page.getByText("No jobs match."));
      const notice = page.getByRole("status").filter({ hasText: "New jobs have started since this search." });
      for (const title of [`The first ${word} job`, `The second ${word} job`]) {
        await docket.world.startByProgram(`${title}\n[sim: 1s, no-pr]`);
        await sees(notice);
        assert.equal(await person.jobRow(page, title).count(), 0);
        await notice.getByRole("button", { name: "Search again" }).click();
        await person.seesFocus(field(page));
        await sees(person.jobRow(page, title));
        await notice.waitFor({ state: "detached" });
      }
      await visit.end();
    });

    test("an empty result and an invalid link say so", async () => {
      const visit = await opened("?q=nobodywrotethis");
      const { page } = visit;
      await sees(page.getByRole("status").filter({ hasText: "No jobs match." }));
      await page.getByRole("link", { name: "Clear filter" }).last().click();
      await sees(person.jobRow(page, SALE));
      await person.seesFocus(field(page));
      assert.equal(await field(page).inputValue(), "");
      await page.goto(`${docket.jobs}?addedSince=yesterday`);
      await sees(page.getByRole("alert").filter({ hasText: "This link has an invalid date." }));
      await visit.end();
    });

    test("in the other order, which a link keeps and a new job joins", async () => {
      const visit = await opened();
      const { page } = visit;
      const isSorted = (wanted) =>
        until(`the list is ${wanted.join(", ")}`, async () => {
          const found = await rows(page).getByRole("link", { name: WORD }).allTextContents();
          return found.join() === wanted.join();
        });
      const newest = [SALE, FAILED, NIGHTLY];
      await isSorted(newest);
      await page.keyboard.press("r");
      const sort = page.getByLabel("Sort", { exact: true });
      await person.seesFocus(sort);
      await sort.selectOption("Oldest first");
      await isSorted(newest.toReversed());
      assert.equal(parameter(page, "sort"), "oldest");
      await page.reload();
      await isSorted(newest.toReversed());
      const added = "Join the list at its end";
      await person.startJob(page, `${added}\n[sim: 1s, no-pr]`);
      await sees(rows(page).last().getByRole("link", { name: added }));
      await page.goBack();
      await chose(sort, "Newest first");
      await isSorted(newest);
      await sees(rows(page).first().getByRole("link", { name: added }));
      await visit.end();
    });
  });
}
