// Browser tests of what a deployment is: who gets in, with which rights, its settings, its updates.

import { inOneDeployment } from "./harness/deployment.mjs";
import { audit } from "./suites/audit.mjs";
import { backups } from "./suites/backup.mjs";
import { firstHour } from "./suites/first-hour.mjs";
import { key } from "./suites/key.mjs";
import { observatory } from "./suites/observatory.mjs";
import { pauses } from "./suites/pauses.mjs";
import { roles } from "./suites/roles.mjs";
import { sessions } from "./suites/sessions.mjs";
import { settings } from "./suites/settings.mjs";
import { speed } from "./suites/speed.mjs";
import { sso } from "./suites/sso.mjs";
import { tokens } from "./suites/tokens.mjs";
import { update } from "./suites/update.mjs";

inOneDeployment(
  tokens,
  sessions,
  audit,
  key,
  roles,
  settings,
  backups,
  firstHour,
  update,
  sso,
  speed,
  pauses,
  observatory,
);
