// Browser tests of jobs: how they are started, followed, found and handled together.

import { inOneDeployment } from "./harness/deployment.mjs";
import { attention } from "./suites/jobs/attention.mjs";
import { composer } from "./suites/jobs/composer.mjs";
import { firstPaint } from "./suites/console/first-paint.mjs";
import { followUps } from "./suites/jobs/follow-ups.mjs";
import { interleavedInbox } from "./suites/interleaved/inbox.mjs";
import { interleavedJob } from "./suites/interleaved/job.mjs";
import { interleavedPages } from "./suites/interleaved/pages.mjs";
import { jobActions } from "./suites/jobs/job-actions.mjs";
import { jobPage } from "./suites/jobs/job-page.mjs";
import { labels } from "./suites/jobs/labels.mjs";
import { mainJob } from "./suites/jobs/main-job.mjs";
import { nothingLost } from "./suites/jobs/nothing-lost.mjs";
import { unknownOutcomes } from "./suites/jobs/unknown-outcomes.mjs";

inOneDeployment(
  firstPaint,
  mainJob,
  composer,
  nothingLost,
  unknownOutcomes,
  attention,
  followUps,
  jobActions,
  labels,
  jobPage,
  interleavedPages,
  interleavedJob,
  interleavedInbox,
);
