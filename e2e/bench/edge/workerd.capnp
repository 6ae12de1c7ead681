# Docket as it is built, and both baselines, in one workerd with storage on this machine's disk. main.mjs names the addresses and the folder.

using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "docket", worker = .docket),
    (name = "proxy", worker = .proxy),
    (name = "object", worker = .object),
    (name = "nothing", worker = .nothing),
    (name = "data", disk = (writable = true)),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [
    (name = "docket", http = (), service = "docket"),
    (name = "proxy", http = (), service = "proxy"),
    (name = "object", http = (), service = "object"),
    (name = "nothing", http = (), service = "nothing"),
  ],
);

const docket :Workerd.Worker = (
  modules = [
    (name = "index.js", esModule = embed "docket/index.js"),
    (name = "index_bg.wasm", wasm = embed "docket/index_bg.wasm"),
  ],
  compatibilityDate = "2026-10-23",
  durableObjectNamespaces = [
    (className = "JobsObject", uniqueKey = "docket-JobsObject", enableSql = true),
    (className = "AnalyticsObject", uniqueKey = "docket-AnalyticsObject", enableSql = true),
    (className = "SignInObject", uniqueKey = "docket-SignInObject", enableSql = true),
    (className = "AuthObject", uniqueKey = "docket-AuthObject", enableSql = true),
  ],
  durableObjectStorage = (localDisk = "data"),
  bindings = [
    (name = "JOBS", durableObjectNamespace = "JobsObject"),
    (name = "ANALYTICS", durableObjectNamespace = "AnalyticsObject"),
    (name = "SIGN_IN", durableObjectNamespace = "SignInObject"),
    (name = "AUTH", durableObjectNamespace = "AuthObject"),
    (name = "DOCKET_ADMIN_KEY", fromEnvironment = "ADMIN_KEY"),
    (name = "DOCKET_SESSION_SECRET", fromEnvironment = "SESSION_SECRET"),
    # The requests have tokens. Docket does not start without a way for people to sign in.
    (name = "DOCKET_ACCESS_TEAM", text = "https://acme.cloudflareaccess.com"),
    (name = "DOCKET_ACCESS_AUDIENCE", text = "0000000000000000000000000000000000000000000000000000000000000000"),
    (name = "DOCKET_TOKENS", fromEnvironment = "TOKENS"),
    (name = "DOCKET_PROJECTS", fromEnvironment = "PROJECTS"),
    (name = "DOCKET_UPSTREAM", fromEnvironment = "UPSTREAM"),
    # More than a run sends.
    (name = "DOCKET_AGENT_PER_HOUR", text = "1000000"),
    (name = "DOCKET_ANALYTICS_PER_HOUR", text = "1000000"),
    (name = "DOCKET_POLLS_PER_HOUR", text = "1000000"),
    # Jobs are created only in the last minutes of a run, and polled after it, because neither baseline polls.
    (name = "DOCKET_TYPICAL_JOB_S", text = "1800"),
  ],
);

const proxy :Workerd.Worker = (
  modules = [(name = "proxy.mjs", esModule = embed "proxy.mjs")],
  compatibilityDate = "2026-10-23",
  bindings = [
    (name = "ADMIN_KEY", fromEnvironment = "ADMIN_KEY"),
    (name = "TOKENS", fromEnvironment = "TOKENS"),
    (name = "PROJECTS", fromEnvironment = "PROJECTS"),
    (name = "UPSTREAM", fromEnvironment = "UPSTREAM"),
  ],
);

const object :Workerd.Worker = (
  modules = [(name = "object.mjs", esModule = embed "object.mjs")],
  compatibilityDate = "2026-10-23",
  durableObjectNamespaces = [(className = "Memory", uniqueKey = "object-Memory", enableSql = true)],
  durableObjectStorage = (localDisk = "data"),
  bindings = [
    (name = "MEMORY", durableObjectNamespace = "Memory"),
    (name = "PER_HOUR", json = "1000000"),
    (name = "ADMIN_KEY", fromEnvironment = "ADMIN_KEY"),
    (name = "TOKENS", fromEnvironment = "TOKENS"),
    (name = "PROJECTS", fromEnvironment = "PROJECTS"),
    (name = "UPSTREAM", fromEnvironment = "UPSTREAM"),
  ],
);

# Answers at once: what the load itself can send.
const nothing :Workerd.Worker = (
  modules = [(name = "nothing.mjs", esModule = "export default { fetch: () => new Response('{}') };")],
  compatibilityDate = "2026-10-23",
);
