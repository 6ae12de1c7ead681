// Takes the pictures in docs/images/ of the console, with sample jobs:
//
//     cargo xtask build --release && node e2e/pictures.mjs
//
// The script starts the jobs in the console, then rewrites their stored times, authors and prompts, so that the pictures show
// days of work.

import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";

import { Docket } from "./harness/docket.mjs";
import * as person from "./harness/person.mjs";
import { until } from "./harness/until.mjs";
import { ROOT } from "./harness/root.mjs";
import { PROJECT } from "./harness/world.mjs";
import { Film } from "./pictures/film.mjs";
import { rewrite } from "./pictures/history.mjs";
import { DRAFT, FILMED, JOBS } from "./pictures/jobs.mjs";

const FOLDER = join(ROOT, "docs/images");
const SIZE = { width: 1280, height: 800 };
/** The height of the visitors picture, which shows the trend and the first paths. */
const TALL = 1160;
const FILM_SIZE = { width: 1100, height: 640 };
/** The settings of a typical deployment. */
const SETTINGS = { DOCKET_TYPICAL_JOB_S: "150", DOCKET_AGENT_PER_HOUR: "100", DOCKET_ANALYTICS_PER_HOUR: "100" };

const titleOf = ({ prompt }) => prompt.split("\n")[0];
const shown = JOBS.find(({ inPicture }) => inPicture);

const docket = new Docket();
await docket.start();
try {
  await work();
  await docket.world.endDocket();
  await rewrite(docket.world.state, JOBS);
  await docket.world.startDocket(SETTINGS);

  await mkdir(FOLDER, { recursive: true });
  for (const colorScheme of ["light", "dark"]) await take(colorScheme);
  await film();
} finally {
  await docket.end();
}

/** Starts the jobs, and waits until they have the states of the pictures. */
async function work() {
  const { page, end } = await opened();
  await page.goto(docket.jobs);
  for (const job of JOBS) {
    await person.startJob(page, `${job.prompt}\n[sim: ${job.sim}]`);
    const row = person.jobRow(page, titleOf(job));
    await person.sees(row);
    await person.isEmpty(person.newJob(page));
    if (job.ended) await person.sees(row.getByRole("cell", { name: /^(Completed|Failed|Archived)$/ }));
    if (!job.labels) continue;
    await person.openJob(page, titleOf(job));
    await page.getByLabel("Labels, separated by commas").fill(job.labels);
    await page.getByRole("button", { name: "Save" }).click();
    await person.sees(person.story(page, "Labelled"));
    if (job.followUp) {
      await person.sendFollowUp(page, `${job.followUp}\n[sim: ${job.sim}]`);
      await person.seesStatus(page, "Active");
      await person.seesStatus(page, "Completed");
    }
    await page.goto(docket.jobs);
  }
  await end();
}

async function take(colorScheme) {
  const { page, end } = await opened({ colorScheme, viewport: SIZE, locale: "en-GB", timezoneId: "UTC" });
  const picture = async (name) => {
    const file = join(FOLDER, `${name}-${colorScheme}.png`);
    await page.screenshot({ path: file });
    console.log(`${name}-${colorScheme}.png  ${((await stat(file)).size / 1024).toFixed(0)} KB`);
  };
  await page.goto(docket.jobs);
  await person.sees(person.jobRow(page, titleOf(shown)));
  await person.isLive(page);
  await person.newJob(page).fill(DRAFT);
  await person.newJob(page).blur();
  await picture("jobs");
  if (colorScheme === "light") {
    const address = await page.getByRole("link", { name: titleOf(shown), exact: true }).getAttribute("href");
    await page.goto(docket.url(address));
    await person.sees(page.getByRole("list", { name: "Timeline" }).getByText(shown.followUp).first());
    await person.isLive(page);
    await page.setViewportSize({ ...SIZE, height: 888 });
    await picture("job");
    await page.setViewportSize(SIZE);
  }
  await page.goto(docket.url(`/p/${PROJECT}/visitors?range=last-month`));
  await person.sees(page.getByRole("table", { name: "Unique visitors by path" }).getByRole("rowheader").first());
  // The table is collapsed, and stays so in the picture.
  const days = page.locator(".days-table");
  await until("all days are loaded", async () => !(await days.textContent()).includes("–"));
  await page.setViewportSize({ ...SIZE, height: TALL });
  await picture("visitors");
  await end();
}

/** The main job: a prompt is written and sent, the job runs, and has a pull request. */
async function film() {
  const { page, end } = await opened({ viewport: FILM_SIZE, locale: "en-GB", timezoneId: "UTC" });
  const film = new Film();
  const [title] = FILMED.split("\n");
  await page.goto(docket.jobs);
  await person.sees(person.jobRow(page, titleOf(shown)));
  await person.isLive(page);
  await film.show(page, 1_200);
  await person.newJob(page).focus();
  for (const letters of FILMED.match(/[^]{1,8}/g)) {
    await page.keyboard.type(letters);
    await film.show(page, 120);
  }
  await film.show(page, 900);
  await page.getByRole("button", { name: "Start job" }).click();
  await person.seesJob(page, title, "Active");
  await person.isEmpty(person.newJob(page));
  await film.show(page, 2_000);
  const [{ id }] = await docket.world.jobsOf(FILMED);
  await docket.world.sim("POST", `jobs/${id}/end`, {});
  // Docket would ask later, because the jobs of this project take minutes.
  const current = () => page.request.get(docket.url(`/v2/agent/${PROJECT}/job/${id}`), { headers: { "Cache-Control": "no-cache" } });
  await until("the job has ended", async () => (await (await current()).json()).status === "completed");
  await person.seesJob(page, title, "Completed");
  await film.show(page, 2_000);
  await person.openJob(page, title);
  await person.isLive(page);
  await film.show(page, 3_000);
  await film.save(join(FOLDER, "main-job.webp"));
  await end();
}

async function opened(options) {
  const visit = await docket.signedIn(options);
  return { page: visit.page, end: () => visit.end() };
}
