// Browser tests of every page and state for everybody: contrast, size, focus, narrow screens, paper.

import { inOneDeployment } from "./harness/deployment.mjs";
import { accessibility } from "./suites/console/accessibility.mjs";
import { paper } from "./suites/console/print.mjs";
import { states } from "./suites/console/states.mjs";

inOneDeployment(accessibility, states, paper);
