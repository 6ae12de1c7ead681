// Starts the app, and hands over to it what the page showed before it was there.
//
// The content security policy forbids Trunk's inline start script. Trunk's preload links in the page have the names and
// hashes of the two files.
const script = document.querySelector('link[rel="modulepreload"]');
const wasm = document.querySelector('link[rel="preload"][as="fetch"]');
const first = document.getElementById("first-paint");
const form = first.querySelector("form");
/** The parts of the app, with the paths of the pages that they show. */
const PARTS = [
  ["access", /^\/(access|sessions|settings|p\/[^/]+\/audit)$/],
  ["inbox", /^\/p\/[^/]+\/inbox$/],
  ["job", /^\/p\/[^/]+\/jobs\/[^/]+$/],
  ["templates", /^\/p\/[^/]+\/(batch|templates)$/],
  ["visitors", /^\/p\/[^/]+\/visitors$/],
];
let isSent = false;

/** Has what the app will ask for first on its way while its module is. */
function preload(url) {
  const link = document.createElement("link");
  document.head.append(Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "", href: url }));
}

preload("/api/session");
preload(form ? "/api/health" : "/api/projects");
const [, project] = /^\/p\/([^/]+)\/jobs$/.exec(location.pathname) ?? [];
if (project && !form) preload(`/api/projects/${project}/jobs`);

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  isSent = true;
  const button = form.querySelector("button");
  button.textContent = "Signing in…";
  button.setAttribute("aria-disabled", "true");
});

// A page of the app has a main element. It is there before the next paint, so that nothing flashes.
new MutationObserver((_, observer) => {
  const page = [...document.querySelectorAll("main")].find((main) => !first.contains(main));
  if (page) {
    observer.disconnect();
    handOver(page.querySelector("form.sign-in"));
    first.remove();
  }
}).observe(document.body, { childList: true, subtree: true });

/** Gives the app's form what was typed, the cursor, and the wish to send it. */
function handOver(appForm) {
  if (!form || !appForm) return;
  for (const typed of form.querySelectorAll("input")) {
    const input = appForm.elements[typed.name];
    input.value = typed.value;
    if (document.activeElement === typed) {
      input.focus();
      input.setSelectionRange(typed.selectionStart, typed.selectionEnd);
    }
  }
  if (isSent) appForm.requestSubmit();
}

try {
  const { default: init } = await import(script.href);
  const part = !form && PARTS.find(([, path]) => path.test(location.pathname))?.[0];
  // The script has the names of the modules that each part needs.
  globalThis.docketParts[part]?.forEach((name) => preload(`/${name}`));
  // Its name has its hash. With an integrity, the browser would compile it only once all of it is there.
  await init({ module_or_path: fetch(wasm.href, { credentials: "same-origin" }) });
} catch (error) {
  // The page may be of the version before: an update replaced its files while it was loading.
  if (first.isConnected) {
    const notice = Object.assign(document.createElement("main"), { className: "alone", role: "alert" });
    const reload = Object.assign(document.createElement("button"), { className: "button", textContent: "Reload" });
    reload.addEventListener("click", () => location.reload());
    notice.append("Docket could not be loaded. Check your connection, then reload.", reload);
    document.body.replaceChildren(notice);
  }
  throw error;
}
