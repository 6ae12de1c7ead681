// Puts a clock in front of Docket that a test sets ahead: `/_clock?aheadMs=` says by how much.

import { wrapWorker } from "../../../benches/wrap-worker.mjs";

const ENTRY = `import Docket from "./index.js";
export * from "./index.js";

const RealDate = Date;
let aheadMs = 0;
globalThis.Date = class Date extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [RealDate.now() + aheadMs] : parts));
  }
  static now() {
    return RealDate.now() + aheadMs;
  }
};

export default {
  fetch(request, env, context) {
    const url = new URL(request.url);
    if (url.pathname !== "/_clock") return new Docket(context, env).fetch(request);
    aheadMs = Number(url.searchParams.get("aheadMs"));
    return new Response();
  },
};
`;

/** Puts the clock around Docket. */
export default (worker, folder) => wrapWorker(worker, folder, ENTRY);
