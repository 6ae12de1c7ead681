// Docket under plain workerd, from the unpacked package, in the folders of its container.

import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { cp, mkdir, readFile, readdir, symlink, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { delimiter, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { DockerfileParser } from "dockerfile-ast";

import { Program } from "./process.mjs";
import { ROOT } from "./root.mjs";
import { CANARY, PROJECT, TOKEN, TOKENS } from "./world.mjs";

/** Unpacks the archive of the package, and returns its folder. */
export async function unpack(into) {
  execFileSync("tar", ["-xzf", process.env.DOCKET_PACKAGE, "-C", into]);
  const [folder] = await readdir(into);
  return join(into, folder);
}

/** The instructions of the container file. */
export async function container(folder) {
  return DockerfileParser.parse(await readFile(join(folder, "self-host/Containerfile"), "utf8"));
}

/** Replaces a text that a file must have. */
export async function edit(file, from, to) {
  const text = await readFile(file, "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  await writeFile(file, text.replace(from, to));
}

/** Does in `root` what the container file does, for a service on this machine. Returns the command that starts it there. */
export async function install(folder, root) {
  const file = await container(folder);
  const image = file.getContainingImage(file.getENTRYPOINTs().at(-1).getRange().start);
  for (const copy of image.getCOPYs().filter((copy) => !copy.getFromFlag())) {
    const [from, to] = copy.getArguments().map(String);
    await cp(join(folder, from), join(root, to), { recursive: true });
  }
  const program = execFileSync("node", ["--print", 'require("workerd").default'], { cwd: ROOT, encoding: "utf8" });
  await mkdir(join(root, "usr/local/bin"), { recursive: true });
  await symlink(program.trim(), join(root, "usr/local/bin/workerd"));
  const [shell, script] = file.getENTRYPOINTs().at(-1).getJSONStrings().map((text) => JSON.parse(text.getValue()));
  await edit(join(root, dirname(script), "workerd.capnp"), '["public"]', '["public", "private"]');
  return [shell, join(root, script)];
}

/** A Docket on this machine. */
export class SelfHost {
  #program;
  #settings;

  /** With its data in `data`, for the service at `service`. */
  static async prepare(data, service, settings) {
    const docket = new SelfHost();
    docket.data = data;
    docket.#settings = {
      DOCKET_DATA: data,
      // Any port at first, and then the same.
      DOCKET_LISTEN: "127.0.0.1:0",
      DOCKET_UPSTREAM: service,
      DOCKET_ADMIN_KEY: CANARY,
      DOCKET_SESSION_SECRET: randomBytes(32).toString("hex"),
      DOCKET_TOKENS: JSON.stringify(TOKENS),
      DOCKET_PROJECTS: JSON.stringify([{ id: PROJECT, name: "Acme docs" }]),
      DOCKET_AGENT_PER_HOUR: "10000",
      DOCKET_POLLS_PER_HOUR: "100000",
      DOCKET_TYPICAL_JOB_S: "1",
      // So long a poll that a kill interrupted keeps its job from the next one.
      DOCKET_UPSTREAM_TIMEOUT_MS: "1000",
      ...settings,
    };
    return docket;
  }

  /** The settings that it starts with. */
  get settings() {
    return { ...this.#settings };
  }

  /** Starts what {@link install} installed, with `settings` in place of those before. */
  async start(command, settings) {
    const path = join(dirname(command[1]), "../../../usr/local/bin");
    const variables = { ...this.#settings, ...settings, PATH: `${path}${delimiter}${process.env.PATH}` };
    this.#program = new Program([...command, "--control-fd", "1"], { folder: "/", variables });
    const [, port] = await this.#program.says(/"event":"listen".*"port":(\d+)/);
    this.port = Number(port);
    this.url = `http://127.0.0.1:${port}`;
    this.#settings.DOCKET_LISTEN = `127.0.0.1:${port}`;
  }

  /** Waits for a line of its log. */
  says(pattern) {
    return this.#program.says(pattern);
  }

  /** Ends it at once, whatever it does, like a power failure of the machine. */
  async kill() {
    this.#program?.signal("SIGKILL");
    await this.#program?.end();
  }

  /** Sends a request, over a connection of its own. */
  ask(path, { method = "GET", headers, body } = {}) {
    const { promise, resolve, reject } = Promise.withResolvers();
    const sent = request(`${this.url}${path}`, { method, headers, agent: false }, async (response) => {
      try {
        const parts = await Array.fromAsync(response);
        resolve({ status: response.statusCode, headers: response.headers, text: Buffer.concat(parts).toString() });
      } catch (error) {
        reject(error);
      }
    });
    sent.on("error", reject);
    sent.end(body);
    return promise;
  }

  /** Sends a request of a program, and returns status and JSON. */
  async call(path, { body, headers, ...options } = {}) {
    const own = { Authorization: `Bearer ${TOKEN}`, ...(body && { "Content-Type": "application/json" }) };
    const text = body && JSON.stringify(body);
    const answer = await this.ask(path, { ...options, headers: { ...own, ...headers }, body: text });
    return { status: answer.status, json: JSON.parse(answer.text) };
  }

  /** What the objects of a class have stored, without what workerd adds, as a hash for each table. It must not run. */
  async stored(className) {
    const folder = join(this.data, `docket-${className}`);
    const files = (await readdir(folder)).filter((file) => /^[0-9a-f]+\.sqlite$/.test(file)).sort();
    return files.map((file) => tables(join(folder, file)));
  }
}

function tables(file) {
  const database = new DatabaseSync(file);
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'");
  const hashes = names.all().map(({ name }) => {
    const rows = database.prepare(`SELECT * FROM "${name}"`).all();
    return [name, createHash("sha256").update(JSON.stringify(rows)).digest("hex")];
  });
  database.close();
  return Object.fromEntries(hashes);
}
