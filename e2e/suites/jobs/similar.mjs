// Jobs that are like the one that somebody is about to start.

import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";

const { sees } = person;
const follow = (page, title) => person.button(page, `Follow up on that job instead: ${title}`);

export function similarJobs(docket) {
  describe("similar jobs", () => {
    test("keep their buttons when another one appears", async () => {
      const titles = ["Explain the colours of the legend", "Explain the colours of the legend again"];
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      await person.newJob(page).fill("Explain the colours of the legend, please");
      await docket.world.startByProgram(`${titles[0]}\n[sim: 1h]`);
      await follow(page, titles[0]).focus();
      await docket.world.startByProgram(`${titles[1]}\n[sim: 1h]`);
      await sees(follow(page, titles[1]));
      await person.seesFocus(follow(page, titles[0]));
      await person.newJob(page).fill("");
      await visit.end();
    });

    test("are shown before a prompt is sent, and followed up instead", async () => {
      const title = "Describe the retry header of webhooks";
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.startJob(page, `${title}\n[sim: 1h]`);
      await person.seesJob(page, title, "Active");
      const text = "Describe webhooks: the retry header, with an example";
      await person.newJob(page).fill(text);
      await sees(page.getByText("Similar jobs:"));
      await follow(page, title).click();
      await sees(person.heading(page, title));
      await person.holds(person.followUp(page), text);
      await person.followUp(page).fill("");
      await page.goto(docket.jobs);
      await person.isEmpty(person.newJob(page));
      await visit.end();
    });
  });
}
