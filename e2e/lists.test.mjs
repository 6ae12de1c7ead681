// Browser tests of the lists of jobs and of the inbox, of the frame around every page, and of what the keyboard does there.

import { inOneDeployment } from "./harness/deployment.mjs";
import { bulk } from "./suites/jobs/bulk.mjs";
import { inbox } from "./suites/jobs/inbox.mjs";
import { keyboard } from "./suites/console/keyboard.mjs";
import { shortcuts } from "./suites/console/shortcuts.mjs";
import { list } from "./suites/jobs/list.mjs";
import { notifications } from "./suites/jobs/notifications.mjs";
import { palette } from "./suites/console/palette.mjs";
import { returning } from "./suites/jobs/returning.mjs";
import { search } from "./suites/jobs/search.mjs";
import { shell } from "./suites/console/shell.mjs";

inOneDeployment(search, list, returning, shell, keyboard, palette, shortcuts, bulk, inbox, notifications);
