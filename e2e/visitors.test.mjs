// Browser tests of visitors, and of templates and jobs for many pages, which begin there.

import { inOneDeployment } from "./harness/deployment.mjs";
import { batch } from "./suites/batch.mjs";
import { figures } from "./suites/figures.mjs";
import { leaving } from "./suites/leaving.mjs";
import { links } from "./suites/links.mjs";
import { morning } from "./suites/morning.mjs";
import { notes } from "./suites/notes.mjs";
import { pageTrend } from "./suites/page-trend.mjs";
import { templates } from "./suites/templates.mjs";
import { viewExport } from "./suites/view-export.mjs";
import { visitors } from "./suites/visitors.mjs";

inOneDeployment(visitors, figures, pageTrend, viewExport, notes, templates, batch, links, leaving, morning);
