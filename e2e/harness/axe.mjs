// The automatic accessibility rules.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** The script with the rules. */
export const axeSource = () => readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** All rules, also the one about target size, which is off by default. */
const OPTIONS = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };

/** The violations of a page, with their elements. `besides` are rules that do not hold for it. */
export async function violations(page, axe, besides = []) {
  // What the bar at the top covers depends on how far the page is scrolled.
  await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(axe);
  const found = await page.evaluate((options) => window.axe.run(document, options), OPTIONS);
  const broken = found.violations.filter(({ id }) => !besides.includes(id));
  return broken.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ""}`).join("; ")}`);
}
