// Browser tests: the console in Chromium, with the real Worker and the stand-in service.
//
//     cargo xtask test build e2e
//
// `e2e` alone uses dist/ and edge/build/ as they are. To run some of the tests, filter by name:
//
//     node --test --test-name-pattern=keyboard e2e/console.test.mjs
//
// Tests find elements by role and accessible name. They share one deployment, and each starts its own jobs.

import { after, before } from "node:test";

import { Docket } from "./harness/docket.mjs";
import { accessibility } from "./suites/accessibility.mjs";
import { attention } from "./suites/attention.mjs";
import { audit } from "./suites/audit.mjs";
import { batch } from "./suites/batch.mjs";
import { bulk } from "./suites/bulk.mjs";
import { figures } from "./suites/figures.mjs";
import { firstHour } from "./suites/first-hour.mjs";
import { firstPaint } from "./suites/first-paint.mjs";
import { followUps } from "./suites/follow-ups.mjs";
import { inbox } from "./suites/inbox.mjs";
import { jobActions } from "./suites/job-actions.mjs";
import { jobPage } from "./suites/job-page.mjs";
import { key } from "./suites/key.mjs";
import { keyboard } from "./suites/keyboard.mjs";
import { keys } from "./suites/keys.mjs";
import { leaving } from "./suites/leaving.mjs";
import { links } from "./suites/links.mjs";
import { list } from "./suites/list.mjs";
import { mainJob } from "./suites/main-job.mjs";
import { morning } from "./suites/morning.mjs";
import { notes } from "./suites/notes.mjs";
import { nothingLost } from "./suites/nothing-lost.mjs";
import { observatory } from "./suites/observatory.mjs";
import { palette } from "./suites/palette.mjs";
import { pageTrend } from "./suites/page-trend.mjs";
import { pauses } from "./suites/pauses.mjs";
import { returning } from "./suites/returning.mjs";
import { roles } from "./suites/roles.mjs";
import { search } from "./suites/search.mjs";
import { sessions } from "./suites/sessions.mjs";
import { settings } from "./suites/settings.mjs";
import { shell } from "./suites/shell.mjs";
import { speed } from "./suites/speed.mjs";
import { sso } from "./suites/sso.mjs";
import { templates } from "./suites/templates.mjs";
import { tokens } from "./suites/tokens.mjs";
import { unknownOutcomes } from "./suites/unknown-outcomes.mjs";
import { update } from "./suites/update.mjs";
import { viewExport } from "./suites/view-export.mjs";
import { visitors } from "./suites/visitors.mjs";

const docket = new Docket();
before(() => docket.start());
after(() => docket.end());

firstPaint(docket);
mainJob(docket);
nothingLost(docket);
unknownOutcomes(docket);
attention(docket);
followUps(docket);
jobActions(docket);
jobPage(docket);
inbox(docket);
search(docket);
list(docket);
returning(docket);
shell(docket);
keyboard(docket);
palette(docket);
keys(docket);
bulk(docket);
accessibility(docket);
visitors(docket);
figures(docket);
pageTrend(docket);
viewExport(docket);
notes(docket);
templates(docket);
batch(docket);
links(docket);
leaving(docket);
morning(docket);
tokens(docket);
sessions(docket);
audit(docket);
key(docket);
roles(docket);
settings(docket);
firstHour(docket);
update(docket);
sso(docket);
speed(docket);
pauses(docket);
observatory(docket);
