// Browser tests: the console in Chromium, with the real Worker and the stand-in service.
//
//     cargo xtask test build e2e
//
// `e2e` alone uses dist/ and edge/build/ as they are. To run some of the tests, filter by name:
//
//     node --test --test-name-pattern=keyboard e2e/lists.test.mjs
//
// Tests find elements by role and accessible name. Those of a file share one deployment, and each starts its own jobs. Files run
// side by side, each with a deployment, a stand-in and a browser of its own.

import { after, afterEach, before } from "node:test";

import { Docket } from "./docket.mjs";

/** Runs suites, one after another, in one deployment. */
export function inOneDeployment(...suites) {
  const docket = new Docket();
  before(() => docket.start());
  // A test that fails leaves its faults to nobody.
  afterEach(() => docket.world?.sim("DELETE", "faults"));
  after(() => docket.end());
  for (const suite of suites) suite(docket);
}
