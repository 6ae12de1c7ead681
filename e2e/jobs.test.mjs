// Browser tests of jobs: how they are started, followed, found and handled together.

import { inOneDeployment } from "./harness/deployment.mjs";
import { attention } from "./suites/attention.mjs";
import { firstPaint } from "./suites/first-paint.mjs";
import { followUps } from "./suites/follow-ups.mjs";
import { inbox } from "./suites/inbox.mjs";
import { interleaved } from "./suites/interleaved.mjs";
import { jobActions } from "./suites/job-actions.mjs";
import { jobPage } from "./suites/job-page.mjs";
import { mainJob } from "./suites/main-job.mjs";
import { nothingLost } from "./suites/nothing-lost.mjs";
import { unknownOutcomes } from "./suites/unknown-outcomes.mjs";

inOneDeployment(
  firstPaint,
  mainJob,
  nothingLost,
  unknownOutcomes,
  attention,
  followUps,
  jobActions,
  jobPage,
  inbox,
  interleaved,
);
