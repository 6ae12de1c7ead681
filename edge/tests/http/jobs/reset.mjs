// Lets the runtime reset the jobs objects, for Docket: `/_reset?times=&flag=` says how many of the next requests to them fail, and
// with which flag.

import { wrapWorker } from "../../../benches/wrap-worker.mjs";

const ENTRY = `import Docket from "./index.js";
export * from "./index.js";

let times = 0;
let flag = "";

const resettable = (stub) => ({
  async fetch(...request) {
    if (times <= 0) return stub.fetch(...request);
    times -= 1;
    throw Object.assign(new Error("the object was reset"), { [flag]: true });
  },
});

export default {
  fetch(request, env, context) {
    const url = new URL(request.url);
    if (url.pathname === "/_reset") {
      [times, flag] = [Number(url.searchParams.get("times")), url.searchParams.get("flag")];
      return new Response();
    }
    const JOBS = { getByName: (name) => resettable(env.JOBS.getByName(name)) };
    return new Docket(context, { ...env, JOBS }).fetch(request);
  },
};
`;

/** Puts the resets between Docket and its objects. */
export default (worker, folder) => wrapWorker(worker, folder, ENTRY);
