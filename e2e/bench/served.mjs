// A deployment with jobs behind a server that compresses, for what is measured in a browser.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Program } from "../harness/process.mjs";
import { Deployment } from "../harness/release.mjs";
import { CANARY, PERSON, PROJECT, ROOT, freePort } from "../harness/world.mjs";
import { compressed } from "./compress.mjs";

/**
 * Calls `measure` while the release `old` is served, with the deployment, the folder of its releases, `at` for the URL of
 * a path, the cookie of a session, and the ids of so many jobs.
 */
export async function served(count, measure) {
  const folder = await mkdtemp(join(tmpdir(), "docket-bench-"));
  const sim = new Program(["cargo", "run", "--quiet", "--locked", "--package", "docket-sim", "--", "--project", PROJECT, "--agent-per-hour", "10000"], {
    folder: ROOT,
    variables: { DOCKET_SIM_KEY: CANARY },
  });
  try {
    const [, service] = await sim.says(/listening on (\S+)/);
    const deployment = await Deployment.prepare(folder, service, { DOCKET_AGENT_PER_HOUR: "10000" });
    const port = await freePort();
    const server = await compressed(port, deployment.port);
    await deployment.release("old");
    const { cookie, jobs } = await fill(deployment.url, count);
    await measure({ deployment, folder, cookie, jobs, at: (path) => `http://localhost:${port}${path}` });
    server.closeAllConnections();
    server.close();
    await deployment.end();
  } finally {
    await sim.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Signs in at a deployment, starts so many jobs, and returns the session's cookie and the jobs' ids. */
async function fill(url, count) {
  const send = (path, body, headers) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Docket": "1", Origin: url, ...headers },
      body: JSON.stringify(body),
    });
  const response = await send("/api/session", PERSON);
  if (!response.ok) throw new Error(await response.text());
  const [cookie] = response.headers.getSetCookie()[0].split(";");
  const jobs = [];
  for (let job = 0; job < count; job += 1) {
    const prompt = `Explain topic ${job} of the guide, with an example for each of our SDKs`;
    const started = await send(`/v2/agent/${PROJECT}/job`, { prompt }, { Cookie: cookie });
    if (!started.ok) throw new Error(await started.text());
    jobs.push((await started.json()).id);
  }
  return { cookie, jobs };
}
