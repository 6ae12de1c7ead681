// A deployment with jobs behind a server like the platform's, and a browser, for what is measured there.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

import { Program } from "../harness/process.mjs";
import { Deployment } from "../harness/release.mjs";
import { ROOT } from "../harness/root.mjs";
import { CANARY, PERSON, PROJECT, freePort } from "../harness/world.mjs";
import { makeCertificate } from "./certificate.mjs";
import { serveInFront } from "./front.mjs";

/**
 * Calls `measure` while the release `old` is served, with the deployment, the folder of its releases, `at` for the URL of
 * a path, a browser that is started with `args`, the cookie of a session as the browser takes it, and the ids of so many jobs.
 */
export async function served(count, measure, args = []) {
  const { pem, trusted } = makeCertificate();
  const browser = await chromium.launch({ executablePath: process.env.DOCKET_CHROMIUM, args: ["--no-sandbox", trusted, ...args] });
  const folder = await mkdtemp(join(tmpdir(), "docket-bench-"));
  const sim = new Program(["cargo", "run", "--quiet", "--locked", "--package", "docket-sim", "--", "--project", PROJECT, "--agent-per-hour", "10000"], {
    folder: ROOT,
    variables: { DOCKET_SIM_KEY: CANARY },
  });
  try {
    const [, service] = await sim.says(/listening on (\S+)/);
    const port = await freePort();
    const origin = `https://localhost:${port}`;
    const deployment = await Deployment.prepare(folder, service, { DOCKET_AGENT_PER_HOUR: "10000", DOCKET_ORIGIN: origin });
    await deployment.release("old");
    const server = await serveInFront(port, pem, deployment.port);
    const { session, jobs } = await fill(deployment.url, origin, count);
    const [name, value] = session.split("=");
    const cookie = { name, value, url: origin, httpOnly: true, secure: true };
    await measure({ deployment, folder, browser, cookie, jobs, at: (path) => `${origin}${path}` });
    server.close();
    await deployment.end();
  } finally {
    await browser.close();
    await sim.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Signs in at a deployment with an origin of its own, starts so many jobs, and returns the session's cookie and the jobs' ids. */
async function fill(url, origin, count) {
  const send = (path, body, headers) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Docket": "1", Origin: origin, ...headers },
      body: JSON.stringify(body),
    });
  const response = await send("/api/session", PERSON);
  if (!response.ok) throw new Error(await response.text());
  const [session] = response.headers.getSetCookie()[0].split(";");
  const jobs = [];
  for (let job = 0; job < count; job += 1) {
    const prompt = `Explain topic ${job} of the guide, with an example for each of our SDKs`;
    const started = await send(`/v2/agent/${PROJECT}/job`, { prompt }, { Cookie: session });
    if (!started.ok) throw new Error(await started.text());
    jobs.push((await started.json()).id);
  }
  return { session, jobs };
}
