// Browser tests of visitors, and of templates and jobs for many pages, because people start these from there.

import { inOneDeployment } from "./harness/deployment.mjs";
import { batch } from "./suites/jobs/batch.mjs";
import { batchTabs } from "./suites/jobs/batch-tabs.mjs";
import { batchBudget } from "./suites/jobs/batch-budget.mjs";
import { batchElsewhere } from "./suites/jobs/batch-elsewhere.mjs";
import { chart } from "./suites/analytics/chart.mjs";
import { cost } from "./suites/analytics/cost.mjs";
import { fileExport } from "./suites/analytics/export.mjs";
import { leaving } from "./suites/console/leaving.mjs";
import { links } from "./suites/console/links.mjs";
import { morning } from "./suites/console/daily-work.mjs";
import { notes } from "./suites/analytics/notes.mjs";
import { pathLinks } from "./suites/analytics/paths.mjs";
import { pageTrend } from "./suites/analytics/page-trend.mjs";
import { pathTable } from "./suites/analytics/path-table.mjs";
import { range } from "./suites/analytics/range.mjs";
import { selection } from "./suites/analytics/selection.mjs";
import { similarJobs } from "./suites/jobs/similar.mjs";
import { templateMenu } from "./suites/jobs/template-menu.mjs";
import { templateEdits } from "./suites/jobs/template-edits.mjs";
import { templates } from "./suites/jobs/templates.mjs";
import { viewExport } from "./suites/analytics/view-export.mjs";
import { visitors } from "./suites/analytics/visitors.mjs";

inOneDeployment(
  visitors,
  pathLinks,
  selection,
  fileExport,
  chart,
  pathTable,
  range,
  cost,
  pageTrend,
  viewExport,
  notes,
  templates,
  templateEdits,
  templateMenu,
  batch,
  batchTabs,
  batchBudget,
  batchElsewhere,
  similarJobs,
  links,
  leaving,
  morning,
);
