// Browser tests of every page and state for everybody: contrast, size, focus, narrow screens.

import { inOneDeployment } from "./harness/deployment.mjs";
import { accessibility } from "./suites/console/accessibility.mjs";
import { states } from "./suites/console/states.mjs";

inOneDeployment(accessibility, states);
