// The main job with a development build, as `cargo xtask dev` makes it: app and Worker with the assertions that a release
// leaves out.
//
//     cargo xtask test dev

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { Docket } from "./harness/docket.mjs";
import { PROJECT, TOKEN } from "./harness/world.mjs";
import { mainJob } from "./suites/jobs/main-job.mjs";

const docket = new Docket("development");

before(() => docket.start());
after(() => docket.end());

mainJob(docket);

describe("a program", () => {
  test("waits until its job has ended", async () => {
    const { id } = await docket.world.startByProgram("Fix a link [sim: 1s, pr]");
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const response = await fetch(docket.url(`/v2/agent/${PROJECT}/job/${id}?wait=20`), { headers });
    const { status } = await response.json();
    assert.deepEqual([response.status, status], [200, "completed"]);
  });
});
