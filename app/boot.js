// Starts the app. Trunk's own start script is inline, which the content security policy forbids; the names and
// hashes of the two files are on the preload links that Trunk writes into the page.
const script = document.querySelector('link[rel="modulepreload"]');
const wasm = document.querySelector('link[rel="preload"][as="fetch"]');

const { default: init } = await import(script.href);
await init({
  module_or_path: fetch(wasm.href, { integrity: wasm.integrity, credentials: "same-origin" }),
});
