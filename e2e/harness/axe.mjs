// The automatic accessibility rules.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** The script with the rules. */
export const axeSource = () => readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The serious and critical violations of a page, with their elements. */
export async function violations(page, axe) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ""}`).join("; ")}`);
}
