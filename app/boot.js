// Starts the app. The content security policy forbids Trunk's inline start script. Trunk's preload links in the page
// have the names and hashes of the two files.
const script = document.querySelector('link[rel="modulepreload"]');
const wasm = document.querySelector('link[rel="preload"][as="fetch"]');

const { default: init } = await import(script.href);
await init({
  module_or_path: fetch(wasm.href, { integrity: wasm.integrity, credentials: "same-origin" }),
});
