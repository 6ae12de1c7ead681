// Pages pass the automatic accessibility checks, fit a small screen, and do not shift while they load.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { axeSource, violations } from "../../harness/axe.mjs";
import * as person from "../../harness/person.mjs";
import { send } from "../../harness/session.mjs";
import { until } from "../../harness/until.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const TITLE = "Explain idempotency keys, with an example for each of our SDKs and for plain HTTP";
const QUEUE = "Say for every endpoint what it costs";
/** The narrowest supported screen, in CSS pixels: 1280 pixels at 400 %. https://www.w3.org/WAI/WCAG22/Understanding/reflow.html */
const NARROW = { width: 320, height: 640 };
/** Widths on which the controls of the visitors have other columns. */
const WIDTHS = [320, 360, 390, 412, 700, 1280];
const PHONE = { width: 390, height: 844 };
/** A screen of 1280 × 800 pixels at a zoom of 200 %. */
const ZOOMED = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 };
/** Elements that the Tab key reaches, at most: a page has fewer, and a job list of other suites may have more. */
const STOPS_MAX = 60;
/** The limit of a good layout shift: https://web.dev/articles/cls */
const LAYOUT_SHIFT_MAX = 0.1;

/** Each page: its path, and an element that is visible once the page is complete. */
const PAGES = {
  "the sign-in page": { path: "/sign-in", complete: (page) => person.heading(page, "Sign in"), isPublic: true },
  "the jobs": { path: `/p/${PROJECT}/jobs`, complete: (page) => person.jobRow(page, TITLE) },
  "a filtered list": {
    path: `/p/${PROJECT}/jobs?q=idempotency&status=completed&author=dev`,
    complete: (page) => person.jobRow(page, TITLE),
  },
  "a job": { complete: (page) => page.getByRole("list", { name: "Timeline" }).getByText(TITLE) },
  "a job with queued follow-ups": { complete: (page) => person.story(page, "Another one.") },
  "the tokens of programs": {
    path: "/access",
    complete: (page) => page.getByRole("table", { name: "Tokens" }),
    hasProject: false,
  },
  "the people": {
    path: "/access",
    complete: (page) => page.getByRole("table", { name: "People" }),
    hasProject: false,
  },
  "one's own sessions": {
    path: "/sessions",
    complete: (page) => page.getByRole("table", { name: "Sessions" }),
    hasProject: false,
  },
  "the settings": {
    path: "/settings",
    complete: (page) => page.getByRole("region", { name: "Acme SDK reference" }).getByText("Last successful call").last(),
    hasProject: false,
  },
  "the audit log": {
    path: `/p/${PROJECT}/audit`,
    complete: (page) => page.getByRole("table", { name: "Audit log" }),
  },
  "the inbox": {
    path: `/p/${PROJECT}/inbox`,
    complete: (page) => page.getByRole("list", { name: "Ended" }).getByRole("link", { name: TITLE, exact: true }),
  },
  "the templates": {
    path: `/p/${PROJECT}/templates`,
    complete: (page) => page.getByRole("list", { name: "Templates" }).or(page.getByText("No templates yet.")),
  },
  "jobs for many pages": {
    path: `/p/${PROJECT}/batch`,
    complete: (page) => page.getByRole("button", { name: /^Start / }),
  },
  "a view of visitors that lacks paths": {
    path: `/p/${PROJECT}/visitors?from=2026-05-11&to=2026-05-20&view=new`,
    complete: (page) => page.getByText(/^This view needs all paths of both periods\./),
  },
  "the visitors": {
    path: `/p/${PROJECT}/visitors?range=last-month`,
    complete: (page) => page.getByRole("table", { name: "Unique visitors by path" }),
  },
  "the trend of a page": {
    complete: (page) => page.getByRole("region", { name: /^Daily visitors of / }).getByRole("slider"),
  },
};

export function accessibility(docket) {
  describe("accessibility and layout", () => {
    let axe;
    before(async () => {
      axe = await axeSource();
      const visit = await docket.signedIn();
      await visit.page.goto(docket.jobs);
      await person.startJob(visit.page, `${TITLE}\n[sim: 1s, pr]`);
      await person.seesJob(visit.page, TITLE, "Completed");
      await visit.page.getByRole("link", { name: TITLE, exact: true }).click();
      await sees(person.heading(visit.page, TITLE));
      PAGES["a job"].path = new URL(visit.page.url()).pathname;
      await recordChanges(visit.page);
      await visit.page.goto(docket.jobs);
      await person.startJob(visit.page, `${QUEUE}\n[sim: 10m, pr]`);
      await person.openJob(visit.page, QUEUE);
      for (const prompt of ["One.", "Another one."]) await person.sendFollowUp(visit.page, prompt);
      await sees(person.story(visit.page, "Another one."));
      PAGES["a job with queued follow-ups"].path = new URL(visit.page.url()).pathname;
      await visit.page.goto(docket.url(`/p/${PROJECT}/visitors?range=last-month`));
      await visit.page.getByRole("button", { name: /^Daily visitors of / }).first().click();
      await visit.page.waitForURL(/open=/);
      PAGES["the trend of a page"].path = new URL(visit.page.url()).pathname + new URL(visit.page.url()).search;
      await visit.end();
    });

    for (const [name, { path, complete, isPublic, hasProject = !isPublic }] of Object.entries(PAGES)) {
      const open = async (options) => {
        const visit = await (isPublic ? docket.visit(options) : docket.signedIn(options));
        await visit.page.addInitScript(sumLayoutShifts);
        // The path of a job is known only after `before`.
        await visit.page.goto(docket.url(path ?? PAGES[name].path));
        await sees(complete(visit.page));
        if (hasProject) await person.isLive(visit.page);
        return visit;
      };

      for (const colorScheme of ["light", "dark"]) {
        test(`${name} has no violation in ${colorScheme}`, async () => {
          const visit = await open({ colorScheme });
          assert.deepEqual(await violations(visit.page, axe), []);
          await visit.end();
        });
      }

      test(`${name} fits a screen 320 pixels wide`, async () => {
        const visit = await open({ viewport: NARROW });
        const width = await visit.page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= NARROW.width, `it is ${width} pixels wide`);
        assert.deepEqual(await cutTexts(visit.page), [], "texts of selects that are cut");
        assert.deepEqual(await violations(visit.page, axe), []);
        await visit.end();
      });

      test(`${name} fits a phone whose letters are twice as large`, async () => {
        const visit = await open({ viewport: PHONE, hasTouch: true });
        const session = await visit.context.newCDPSession(visit.page);
        await session.send("Page.enable");
        await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
        const measure = () =>
          visit.page.evaluate(() => ({
            rem: parseFloat(getComputedStyle(document.documentElement).fontSize),
            width: document.documentElement.scrollWidth,
          }));
        await until("the letters are larger", async () => (await measure()).rem === 32);
        const { width } = await measure();
        assert.ok(width <= PHONE.width, `it is ${width} pixels wide`);
        await visit.end();
      });

      test(`${name} is complete in forced colours, without motion, at 200 %`, async () => {
        const visit = await open({ ...ZOOMED, forcedColors: "active", reducedMotion: "reduce" });
        const width = await visit.page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= ZOOMED.viewport.width, `it is ${width} pixels wide`);
        assert.deepEqual(await violations(visit.page, axe), []);
        const moving = await visit.page.evaluate(() => document.getAnimations().length);
        assert.equal(moving, 0, "something moves");
        await visit.end();
      });

      test(`${name} hides no focus, and shows it`, async () => {
        const visit = await open(ZOOMED);
        assert.deepEqual(await hiddenFocus(visit.page), []);
        await visit.end();
      });

      test(`${name} does not shift while it loads`, async () => {
        const visit = await open({});
        const shift = await visit.page.evaluate(() => window.layoutShift());
        assert.ok(shift <= LAYOUT_SHIFT_MAX, `a layout shift of ${shift}`);
        await visit.end();
      });
    }

    test("the selects of the visitors cut no text on any screen", async () => {
      const { path, complete } = PAGES["the visitors"];
      // One of the longest names of a time zone.
      const visit = await docket.signedIn({ timezoneId: "America/Los_Angeles" });
      const { page } = visit;
      await page.goto(docket.url(path));
      await sees(complete(page));
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 844 });
        assert.deepEqual(await cutTexts(page), [], `texts of selects that are cut at ${width} pixels`);
      }
      await visit.end();
    });
  });
}

/** The options of selects that need more room than their select has. */
const cutTexts = (page) =>
  page.getByRole("main").locator("select:visible").evaluateAll((selects) => selects.flatMap((select) => {
    const alone = select.cloneNode();
    Object.assign(alone.style, { position: "absolute", width: "auto", maxWidth: "none" });
    select.after(alone);
    const isCut = (option) => {
      alone.replaceChildren(option.cloneNode(true));
      return alone.offsetWidth > select.offsetWidth;
    };
    const cut = [...select.options].filter(isCut).map((option) => option.text);
    alone.remove();
    return cut;
  }));

/** Changes the opened job several times, so that the audit log has more links than fit a small window. */
async function recordChanges(page) {
  const path = new URL(page.url()).pathname.replace("/p/", "/api/projects/");
  for (let label = 0; label < 8; label += 1) await send(page, "PATCH", path, { labels: [`change ${label}`] });
}

/**
 * What the Tab key gives the focus to on the way down and, with Shift, up again, although something covers it, or nothing shows that it has the focus.
 * https://www.w3.org/WAI/WCAG22/Understanding/focus-not-obscured-minimum.html
 */
async function hiddenFocus(page) {
  return [...(await hiddenStops(page, "Tab")), ...(await hiddenStops(page, "Shift+Tab"))];
}

async function hiddenStops(page, key) {
  const hidden = [];
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    await page.keyboard.press(key);
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return { isOver: true };
      // A link of a row is as large as the row; a control may be hidden behind what its label shows.
      const shown = element.matches(".visually-hidden, .segment input") ? element.closest("label") : element;
      const box = shown.getBoundingClientRect();
      // Of what is larger than the window, the part in the window.
      const between = (from, to, end, part) => Math.max(from, 0) + (Math.min(to, end) - Math.max(from, 0)) * part;
      const at = [0.5, 0.05, 0.95].flatMap((x) =>
        [0.5, 0.1, 0.9].map((y) => [between(box.left, box.right, innerWidth, x), between(box.top, box.bottom, innerHeight, y)]));
      const isSeen = at.some(([x, y]) => {
        const top = document.elementFromPoint(x, y);
        return top && (shown.contains(top) || top.contains(shown));
      });
      // A link of a row has its ring around the row.
      const parts = [[element], [element, "::after"], [shown], ...[...shown.children].map((child) => [child])];
      const ring = parts.some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(...part);
        return outlineStyle !== "none" && parseFloat(outlineWidth) >= 1;
      });
      const name = `${element.tagName} ${element.className} ${element.type ?? ""} ${element.getAttribute("aria-label") ?? shown.textContent.slice(0, 40)}`;
      return { isSeen, ring, name };
    });
    if (found.isOver) break;
    if (!found.isSeen) hidden.push(`${found.name} is covered`);
    if (!found.ring) hidden.push(`${found.name} shows no focus`);
  }
  return hidden;
}

/** Runs in the page: sums up layout shifts without a recent input. */
function sumLayoutShifts() {
  let sum = 0;
  const add = (entries) => entries.forEach((entry) => (sum += entry.hadRecentInput ? 0 : entry.value));
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  window.layoutShift = () => {
    add(observer.takeRecords());
    return sum;
  };
}
