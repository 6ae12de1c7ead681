// A deployment with jobs, for what is measured in a browser.

import { PERSON, PROJECT } from "../harness/world.mjs";

/** Signs in at a deployment, starts so many jobs, and returns the session's cookie and the jobs' ids. */
export async function fill(url, count) {
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
