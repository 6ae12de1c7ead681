// Browser tests of what a deployment is: who gets in, with which rights, its settings, its updates.

import { inOneDeployment } from "./harness/deployment.mjs";
import { audit } from "./suites/auth/audit.mjs";
import { backups } from "./suites/settings/backup.mjs";
import { firstHour } from "./suites/console/first-hour.mjs";
import { adminKey } from "./suites/auth/admin-key.mjs";
import { observatory } from "./suites/console/observatory.mjs";
import { pauses } from "./suites/jobs/pauses.mjs";
import { restores } from "./suites/settings/restore.mjs";
import { roles } from "./suites/auth/roles.mjs";
import { sessions } from "./suites/auth/sessions.mjs";
import { settings } from "./suites/settings/settings.mjs";
import { speed } from "./suites/console/speed.mjs";
import { sso } from "./suites/auth/sso.mjs";
import { tokens } from "./suites/auth/tokens.mjs";
import { update } from "./suites/console/update.mjs";

inOneDeployment(
  tokens,
  sessions,
  audit,
  adminKey,
  roles,
  settings,
  backups,
  restores,
  firstHour,
  update,
  sso,
  speed,
  pauses,
  observatory,
);
