// Browser tests of the list of jobs, of the frame around every page, and of what the keyboard does there.

import { inOneDeployment } from "./harness/deployment.mjs";
import { bulk } from "./suites/bulk.mjs";
import { keyboard } from "./suites/keyboard.mjs";
import { keys } from "./suites/keys.mjs";
import { list } from "./suites/list.mjs";
import { palette } from "./suites/palette.mjs";
import { returning } from "./suites/returning.mjs";
import { search } from "./suites/search.mjs";
import { shell } from "./suites/shell.mjs";

inOneDeployment(search, list, returning, shell, keyboard, palette, keys, bulk);
