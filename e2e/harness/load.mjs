// Programs at work: they create jobs, wait until these have ended, and send follow-ups, while a live connection follows every
// revision. What Docket acknowledged to them must be there in the end.

import assert from "node:assert/strict";

import { PROJECT, TOKEN } from "./world.mjs";

const JOBS = `/v2/agent/${PROJECT}/job`;
const LIST = `/api/projects/${PROJECT}/jobs`;
/** How the names of the programs, and so their prompts, begin. */
const NAME = "program";

export class Load {
  /** The job of every prompt that Docket said the service had accepted. */
  accepted = new Map();
  /** The submission of every prompt of which Docket said that its outcome is unknown. */
  unknown = new Map();
  /** How often a release refused to work with the data of a later one. */
  refused = 0;
  /** The last revision that the live connection was sent, all before it included. */
  revision = 0;
  #docket;
  #programs = [];
  #isEnding = false;
  #failure;
  #started = Promise.withResolvers();
  #waiting = new Set();

  /** Starts so many programs, and the connection. */
  constructor(docket, programs) {
    this.#docket = docket;
    this.#follow();
    for (let number = 0; number < programs; number += 1) this.#programs.push(this.#work(`${NAME} ${number}`));
    this.#programs.forEach((program) => program.catch((error) => this.#fail(error)));
  }

  /** Docket was started: whatever waited for it continues. */
  goOn() {
    this.#started.resolve();
    this.#started = Promise.withResolvers();
  }

  /** Waits for so many more events of a kind: `accepted` or `refused`. */
  until(kind, more) {
    const { promise, resolve, reject } = Promise.withResolvers();
    const before = this.#count(kind);
    this.#waiting.add({ isOver: () => this.#count(kind) >= before + more, resolve, reject });
    return promise;
  }

  /** Lets every program end what it does, and waits until the live connection has the last revision. */
  async end() {
    this.#isEnding = true;
    await Promise.all(this.#programs);
    const { json } = await this.#docket.call(LIST);
    const { promise, resolve, reject } = Promise.withResolvers();
    this.#waiting.add({ isOver: () => this.revision >= json.revision, resolve, reject });
    this.#check();
    await promise;
    this.socket.close();
    if (this.#failure) throw this.#failure;
  }

  /** Compares what was acknowledged with the ledger and with the jobs of the service. */
  async check(jobsOfService) {
    const times = new Map();
    for (const { id, prompts } of jobsOfService) {
      for (const prompt of prompts.filter((prompt) => prompt.startsWith(NAME))) times.set(prompt, [...(times.get(prompt) ?? []), id]);
    }
    for (const [prompt, job] of this.accepted) {
      assert.deepEqual(times.get(prompt), [job], `${prompt}: once at the service, in the job that was named`);
      const { status, json } = await this.#docket.call(`${LIST}/${job}`);
      assert.equal(status, 200, prompt);
      assert.notEqual(json.job.status, "active", `${prompt} was polled to its end`);
      assert.ok(json.submissions.some((submission) => submission.prompt === prompt && submission.state === "accepted"), prompt);
    }
    for (const [prompt, submission] of this.unknown) {
      assert.ok((times.get(prompt) ?? []).length <= 1, `${prompt} was sent twice`);
      const { status, json } = await this.#docket.call(`/api/projects/${PROJECT}/submissions/${submission}`);
      assert.deepEqual([status, json.prompt], [200, prompt]);
    }
    const known = new Set([...this.accepted.keys(), ...this.unknown.keys()]);
    assert.deepEqual([...times.keys()].filter((prompt) => !known.has(prompt)), [], "the service did nothing else");
  }

  async #work(name) {
    for (let number = 0; !this.#isEnding; number += 1) {
      const job = await this.#send(JOBS, `${name}, job ${number} [sim: 300ms, pr]`);
      if (!job) continue;
      await this.#ended(job);
      const followed = await this.#send(`${JOBS}/${job}/message`, `${name}, follow-up ${number} [sim: 300ms, no-pr]`);
      if (followed) await this.#ended(job);
    }
  }

  /** Sends a prompt under a key of its own until Docket says what became of it. Returns the job. */
  async #send(path, prompt) {
    const headers = { "Idempotency-Key": prompt.replaceAll(/[^\w]/g, "-") };
    const { status, json } = await this.#persist(path, { method: "POST", headers, body: { prompt } });
    if (status === 502 && json.code === "outcome_unknown") {
      this.unknown.set(prompt, json.submissionId);
      return undefined;
    }
    assert.ok(status === 200 || status === 201, `${prompt}: ${status} ${JSON.stringify(json)}`);
    this.accepted.set(prompt, json.id);
    this.#check();
    return json.id;
  }

  async #ended(job) {
    for (;;) {
      const { status, json } = await this.#persist(`${JOBS}/${job}?wait=20`);
      assert.equal(status, 200, JSON.stringify(json));
      if (json.status !== "active") return;
    }
  }

  /** Repeats a request that got no response, or none of a release that knows the data. */
  async #persist(path, options) {
    for (;;) {
      const { promise } = this.#started;
      const answer = await this.#docket.call(path, options).catch(() => undefined);
      if (answer && answer.status !== 503) return answer;
      if (answer) {
        assert.equal(answer.json.code, "newer_schema", JSON.stringify(answer.json));
        this.refused += 1;
        this.#check();
      }
      await promise;
    }
  }

  #follow() {
    const { promise } = this.#started;
    const url = `${this.#docket.url.replace("http", "ws")}/api/projects/${PROJECT}/live?since=${this.revision}`;
    this.socket = new WebSocket(url, { headers: { Authorization: `Bearer ${TOKEN}` } });
    this.socket.onmessage = ({ data }) => {
      const { type, since, revision, events } = JSON.parse(data);
      if (type === "snapshot") this.#fail(new Error("the live connection lost events"));
      if (type !== "changes") return;
      const revisions = events.map((event) => event.revision);
      const expected = Array.from({ length: revision - this.revision }, (_, index) => this.revision + index + 1);
      if (since !== this.revision || revisions.join() !== expected.join()) {
        this.#fail(new Error(`after revision ${this.revision} came ${revisions}, up to ${revision}`));
      }
      this.revision = revision;
      this.#check();
    };
    // Without a listener, the failure to connect would end the test.
    this.socket.onerror = () => {};
    this.socket.onclose = async () => {
      if (this.#isEnding) return;
      await promise;
      this.#follow();
    };
  }

  #count(kind) {
    return kind === "accepted" ? this.accepted.size : this.refused;
  }

  #check() {
    for (const waiting of [...this.#waiting].filter(({ isOver }) => isOver())) {
      this.#waiting.delete(waiting);
      waiting.resolve();
    }
  }

  #fail(error) {
    this.#waiting.forEach(({ reject }) => reject(error));
    this.#waiting.clear();
    this.#failure ??= error;
  }
}
