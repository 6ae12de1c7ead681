# Docket under plain workerd, on a machine of your own: start.sh starts it.
#
# Settings and secrets are environment variables, and one that is not set has its default. Edit this file only for the two
# places that say "Add here". Then keep your changes, and put them into the file of the next release.

using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "front", worker = .front),
    (name = "docket", worker = .docket),
    (name = "assets", disk = "assets"),
    # start.sh names the folder.
    (name = "data", disk = (writable = true)),
    # Add here "private", if the documentation service is in your own network: ["public", "private"].
    (name = "internet", network = (allow = ["public"], tlsOptions = (trustBrowserCas = true))),
  ],
  # start.sh names the address.
  sockets = [(name = "http", http = (), service = "front")],
);

# What Cloudflare does in front of the Worker: files, the address of a client, and whether it came over https.
const front :Workerd.Worker = (
  modules = [
    (name = "front.js", esModule = embed "front.js"),
    (name = "_headers", text = embed "../assets/_headers"),
  ],
  compatibilityDate = "2026-10-23",
  bindings = [
    (name = "DOCKET", service = "docket"),
    (name = "FILES", service = "assets"),
    (name = "DOCKET_PROXY", fromEnvironment = "DOCKET_PROXY"),
  ],
  # It calls nothing else.
  globalOutbound = "docket",
);

const docket :Workerd.Worker = (
  modules = [
    (name = "index.js", esModule = embed "../worker/index.js"),
    (name = "index_bg.wasm", wasm = embed "../worker/index_bg.wasm"),
  ],
  compatibilityDate = "2026-10-23",
  # The names of the folders with the data: another name is another, empty database.
  durableObjectNamespaces = [
    (className = "JobsObject", uniqueKey = "docket-JobsObject", enableSql = true),
    (className = "AnalyticsObject", uniqueKey = "docket-AnalyticsObject", enableSql = true),
    (className = "SignInObject", uniqueKey = "docket-SignInObject", enableSql = true),
    (className = "AuthObject", uniqueKey = "docket-AuthObject", enableSql = true),
  ],
  durableObjectStorage = (localDisk = "data"),
  bindings = [
    (name = "ASSETS", service = (name = "front", entrypoint = "Assets")),
    (name = "JOBS", durableObjectNamespace = "JobsObject"),
    (name = "ANALYTICS", durableObjectNamespace = "AnalyticsObject"),
    (name = "SIGN_IN", durableObjectNamespace = "SignInObject"),
    (name = "AUTH", durableObjectNamespace = "AuthObject"),
    {{settings}}
    # Add here a line of the same kind for each other secret that DOCKET_PROJECTS names as keySecret.
  ],
);
