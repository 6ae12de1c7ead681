// Starts the app. The content security policy forbids Trunk's inline start script. Trunk's preload links in the page
// have the names and hashes of the two files.
const script = document.querySelector('link[rel="modulepreload"]');
const wasm = document.querySelector('link[rel="preload"][as="fetch"]');

try {
  const { default: init } = await import(script.href);
  await init({
    module_or_path: fetch(wasm.href, { integrity: wasm.integrity, credentials: "same-origin" }),
  });
} catch (error) {
  // The page may be of the version before: an update replaced its files while it was loading.
  if (document.getElementById("loading")) {
    const notice = Object.assign(document.createElement("main"), { className: "alone", role: "alert" });
    const reload = Object.assign(document.createElement("button"), { className: "button", textContent: "Reload" });
    reload.addEventListener("click", () => location.reload());
    notice.append("Docket could not be loaded. Check your connection, then reload.", reload);
    document.body.replaceChildren(notice);
  }
  throw error;
}
