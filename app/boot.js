// Starts the app, and hands over to it what the page showed before it was there.
//
// The content security policy forbids Trunk's inline start script. Trunk's preload links in the page have the names and
// hashes of the two files.
const script = document.querySelector('link[rel="modulepreload"]');
const wasm = document.querySelector('link[rel="preload"][as="fetch"]');
const first = document.getElementById("first-paint");
/** The form for signing in, or the one for a new job. */
const form = first.querySelector("form");
const isSignIn = form?.matches(".sign-in") ?? false;
const newPrompt = isSignIn ? undefined : form?.elements.prompt;
const path = location.pathname;
/** The name of the person who signed in last. What they type is theirs, even if their session has ended by now. */
const person = () => stored(() => localStorage.getItem("docket.typist"));
const typist = person();
const storedPromptKey = `docket.early ${path} ${typist}`;
/** The parts of the app, with the paths of the pages that they show. */
const PARTS = [
  ["access", /^\/(access|sessions|settings|p\/[^/]+\/audit)$/],
  ["inbox", /^\/p\/[^/]+\/inbox$/],
  ["job", /^\/p\/[^/]+\/jobs\/[^/]+$/],
  ["templates", /^\/p\/[^/]+\/(batch|templates)$/],
  ["visitors", /^\/p\/[^/]+\/visitors$/],
];
/**
 * What pages show first, by their paths, except the visitors. What only admins may read is not among it, since a refusal is
 * recorded in the audit log, and nobody asked.
 */
const FIRST_DATA = [
  [/^\/p\/([^/]+\/(?:jobs\/[^/]+|inbox|templates))$/, "/api/projects/$1"],
  [/^\/p\/([^/]+)\/batch$/, "/api/projects/$1/templates"],
  [/^\/sessions$/, "/api/sessions"],
  [/^\/settings$/, "/api/health?deep=1"],
];
/** The first day of a range of visitors, and the last one unless it is today, by the year, the month from 0, and the day of today. */
const RANGES = {
  __proto__: null,
  today: last(1),
  yesterday: (year, month, day) => [iso(year, month, day - 1), iso(year, month, day - 1)],
  "7d": last(7),
  "14d": last(14),
  "30d": last(30),
  "90d": last(90),
  "this-month": (year, month) => [iso(year, month, 1)],
  "last-month": (year, month) => [iso(year, month - 1, 1), iso(year, month, 0)],
  quarter: (year, month) => [iso(year, month - (month % 3), 1)],
  year: (year) => [iso(year, 0, 1)],
};
/** What an address of the visitors' page says of its rows. */
const ROW_PARAMETERS = ["sort", "view", "order", "q", "prefix", "group"];
let isSent = false;
/** Whether the app has asked for a passphrase. */
let hasAsked = false;
let isPressed = false;
/** The data that were requested ahead. */
const requested = [];

/** A day as ISO 8601. Months and days beyond the end of a year or month, and before its beginning, count on from it. */
function iso(year, month, day) {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

/** The range of so many days until today. */
function last(days) {
  return (year, month, day) => [iso(year, month, day + 1 - days)];
}

/** The day that it is in a time zone, as ISO 8601. Throws for a zone that the browser does not have. */
function today(zone) {
  // The first use of Intl takes longer than all else here, so that the default zone does without.
  if (zone === "UTC") return new Date().toISOString().slice(0, 10);
  // The Swedish locale formats days as ISO 8601.
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format();
}

/** What the visitors' page requests first. */
function visitorsRequests(project) {
  const page = new URLSearchParams(location.search);
  const range = RANGES[page.get("range") ?? (page.has("from") ? "" : "30d")];
  if (!range) return [];
  // Without a query, the page shows the time zone that was chosen last.
  const zone = page.get("zone") ?? (location.search ? null : localStorage.getItem("docket.zone")) ?? "UTC";
  const current = today(zone);
  const [year, month, day] = current.split("-").map(Number);
  const [from, to = current] = range(year, month - 1, day);
  // gloo-net ends a query with an ampersand.
  const request = (path, more) =>
    `/api/projects/${project}/${path}?${new URLSearchParams({ from, to, zone, ...more })}&`;
  const compare = page.get("compare") ?? "previous";
  const requests = [request("visitors/summary", compare === "none" ? {} : { compare }), request("visitors/trend"), request("days")];
  return ROW_PARAMETERS.some((name) => page.has(name)) ? requests : [...requests, request("visitors/rows", { limit: 250 })];
}

/** Requests in parallel with the app's module what the app will ask for first. */
function preload(url) {
  const link = document.createElement("link");
  document.head.append(Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "", href: url }));
}

requested.push("/api/session", isSignIn ? "/api/health" : "/api/projects");
if (!isSignIn) {
  const [, project] = /^\/p\/([^/]+)\//.exec(path) ?? [];
  // Every page of a project follows its jobs.
  if (project) requested.push(`/api/projects/${project}/jobs`);
  const found = FIRST_DATA.find(([page]) => page.test(path));
  if (found) requested.push(path.replace(...found));
  try {
    if (path.endsWith("/visitors")) requested.push(...visitorsRequests(project));
  } catch {
    // A time zone that the browser does not have. The app says so.
  }
}
requested.forEach(preload);

/** Loads the styles of the pages that have modules of their own, and of dialogs. */
function addStyle() {
  const link = document.createElement("link");
  document.head.append(Object.assign(link, { rel: "stylesheet", href: `/${globalThis.docketStyle}` }));
}

/** What the browser's storage says, if it is not forbidden. */
function stored(act) {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
}

/** Until the app stores drafts, the tab does: the app may never be there, or first ask for a passphrase elsewhere. */
function storePrompt() {
  stored((tab) => (newPrompt.value ? tab.setItem(storedPromptKey, newPrompt.value) : tab.removeItem(storedPromptKey)));
  button.setAttribute("aria-disabled", newPrompt.value.trim() === "");
}

const button = form?.querySelector("button");
if (newPrompt) {
  newPrompt.value ||= stored((tab) => tab.getItem(storedPromptKey)) ?? "";
  storePrompt();
  newPrompt.addEventListener("input", storePrompt);
  newPrompt.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
}
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  if (button.getAttribute("aria-disabled") === "true") return;
  isSent = true;
  button.textContent = button.dataset.sending;
  button.setAttribute("aria-disabled", "true");
  if (newPrompt) newPrompt.readOnly = true;
});
button?.addEventListener("pointerdown", () => (isPressed = true));
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => (isPressed = false));

// A page of the app has a main element. It is there before the next paint, so that nothing flashes.
new MutationObserver((_, observer) => {
  const page = [...document.querySelectorAll("main")].find((main) => !first.contains(main));
  if (!page) return;
  const appForm = form && (isSignIn || path === location.pathname) && page.querySelector(`form.${form.className}`);
  if (appForm) handOver(appForm);
  first.remove();
  // The requests ahead may have been refused. This uses them up, so that the person who signs in gets answers of their own. Nobody
  // waits for these, so that one that the network cut short needs no message.
  hasAsked ||= page.id !== "main";
  if (!isSignIn && hasAsked) requested.splice(0).forEach((url) => fetch(url).catch(() => {}));
  // A prompt waits for its field while the person has to sign in again, and then to be sent again.
  if (appForm || !newPrompt?.value) observer.disconnect();
  isSent = false;
}).observe(document.body, { childList: true, subtree: true });

/** Gives the app's form what was typed, the cursor, and whether to send it. A prompt waits for the person who typed it. */
function handOver(appForm) {
  if (newPrompt && hasAsked && person() !== typist) return;
  for (const typed of form.querySelectorAll("input, textarea")) {
    const field = appForm.elements[typed.name];
    // A draft of an earlier visit stays, and is not sent together with what was typed now.
    const before = field.value && typed.value ? `${field.value}\n\n` : field.value;
    isSent &&= before === "";
    if (typed.value) {
      field.value = before + typed.value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (document.activeElement === typed) {
      field.focus();
      field.setSelectionRange(before.length + typed.selectionStart, before.length + typed.selectionEnd);
    }
  }
  if (newPrompt) stored((tab) => tab.removeItem(storedPromptKey));
  if (isSent) appForm.requestSubmit();
  else if (isPressed) clickOn(appForm.querySelector("[type=submit]"));
}

/** The press began on a button that is gone, so that no click follows: the end of the press stands for it. */
function clickOn(appButton) {
  addEventListener("pointerup", ({ target }) => appButton.contains(target) && appButton.click(), { once: true });
}

try {
  const { default: init } = await import(script.href);
  const part = !isSignIn && PARTS.find(([, pattern]) => pattern.test(path))?.[0];
  // The script has the names of the modules that each part needs.
  const load = (part) => globalThis.docketParts[part].forEach((name) => preload(`/${name}`));
  if (part) {
    addStyle();
    load(part);
  }
  // Its name has its hash. With an integrity, the browser would compile it only once all of it is there.
  const fetched = () => fetch(wasm.href, { credentials: "same-origin" });
  // A proxy may change its type, which only init accepts.
  const app = await WebAssembly.compileStreaming(fetched()).catch(fetched);
  // The chart and the paths, once the line is free: the totals above them do not wait for these.
  if (part === "visitors") load("days");
  await init({ module_or_path: app });
  if (!part) addStyle();
} catch (error) {
  // The page may be of the version before: an update replaced its files while it was loading.
  if (first.isConnected) {
    const notice = document.getElementById("not-loaded").content.firstElementChild;
    notice.querySelector("button").addEventListener("click", () => location.reload());
    document.body.replaceChildren(notice);
  }
  throw error;
}
