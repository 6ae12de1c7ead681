use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use docket_core::auth::sso::ASSERTION_HEADER;
use docket_sim::{ACCESS_AUDIENCE, Config, FAULT_PROJECT_PREFIX, FAULTS, Key, Sim};
use reqwest::{Client, Method, RequestBuilder, redirect};
use serde_json::{Value, json};
use tokio::sync::OnceCell;

use super::people::{self, ADA, PASSPHRASE, Program};
use super::worker::{Worker, WorkerConfig};
use super::{Answer, answer};

/// The admin key. Only the service may see it.
pub(crate) const CANARY: &str = "mint_c4nary_0f1e2d3c4b5a";
/// A project that is configured and that the service has.
pub(crate) const PROJECT: &str = "acme-docs";
/// Another such project.
pub(crate) const OTHER_PROJECT: &str = "acme-api";
/// The service's time limit: far above what a call takes on a busy machine, and below the ten seconds of the slow faults.
const TIMEOUT: Duration = Duration::from_secs(5);

/// A Worker with a stand-in service.
pub(crate) struct World {
    pub(crate) sim: Sim,
    pub(crate) worker: Worker,
    client: Client,
    cookie: OnceCell<String>,
}

/// Differences from the default world.
#[derive(Default)]
pub(crate) struct Options {
    /// Settings to replace; none removes one.
    pub(crate) vars: Vec<(&'static str, Option<String>)>,
}

/// The default world, shared between tests. A test that exhausts a budget or fails to sign in starts its own.
pub(crate) async fn shared() -> &'static World {
    static SHARED: OnceCell<World> = OnceCell::const_new();
    SHARED.get_or_init(|| World::start(Options::default())).await
}

/// A project for which every response of the service has a fault.
pub(crate) fn fault_project(fault: &str) -> String {
    format!("{FAULT_PROJECT_PREFIX}{fault}")
}

/// Faults with a project, in addition to those in the stand-in's table.
const MORE_FAULTS: [&str; 12] = [
    "400",
    "401",
    "403",
    "404",
    "409",
    "422",
    "503",
    "200",
    "200-html",
    "200-empty",
    "timeout_10s",
    "slow-bytes_10s",
];

fn fault_names() -> impl Iterator<Item = &'static str> {
    FAULTS.iter().map(|row| row.name).chain(MORE_FAULTS)
}

impl World {
    pub(crate) async fn start(options: Options) -> Self {
        Self::start_with(|_| options.vars, None, |_| {}).await
    }

    /// A world behind Cloudflare Access. The stand-in takes the place of Access.
    #[allow(dead_code, reason = "not every test program uses it")]
    pub(crate) async fn start_behind_access(options: Options) -> Self {
        let vars = |sim: &Sim| {
            let access =
                [("DOCKET_ACCESS_TEAM", sim.base_url()), ("DOCKET_ACCESS_AUDIENCE", ACCESS_AUDIENCE.into())];
            access.map(|(name, value)| (name, Some(value))).into_iter().chain(options.vars).collect()
        };
        Self::start_with(vars, None, |_| {}).await
    }

    /// A world with another configuration of the service.
    #[allow(dead_code, reason = "not every test program uses it")]
    pub(crate) async fn start_against(options: Options, service: impl FnOnce(&mut Config)) -> Self {
        Self::start_with(|_| options.vars, None, service).await
    }

    /// A world with what a module puts beside Docket: the baseline of a benchmark, or a clock.
    #[allow(dead_code, reason = "not every test program uses it")]
    pub(crate) async fn start_beside(prepare: &Path) -> Self {
        Self::start_with(|_| Vec::new(), Some(prepare.to_owned()), |_| {}).await
    }

    async fn start_with(
        vars: impl FnOnce(&Sim) -> Vec<(&'static str, Option<String>)>,
        prepare: Option<PathBuf>,
        service: impl FnOnce(&mut Config),
    ) -> Self {
        let mut config = Config {
            key: Key::from(CANARY),
            projects: [PROJECT, OTHER_PROJECT].iter().map(|id| id.parse().unwrap()).collect(),
            agent_per_hour: 10_000,
            analytics_per_hour: 10_000,
            paths: 300,
            ..Config::default()
        };
        service(&mut config);
        let sim = Sim::start(config).await.unwrap();
        let changes = vars(&sim);
        let mut vars = default_settings(&sim);
        for (name, value) in changes {
            match value {
                Some(value) => vars.insert(name.to_owned(), value),
                None => vars.remove(name),
            };
        }
        let worker = Worker::start(WorkerConfig { vars, prepare }).await;
        let client = Client::builder().redirect(redirect::Policy::none()).build().unwrap();
        Self { sim, worker, client, cookie: OnceCell::new() }
    }

    /// The same world after a restart of workerd.
    pub(crate) async fn restarted(self) -> Self {
        self.restarted_after(|_| {}).await
    }

    /// The same world after a restart, with a change to the folder of workerd's state before the start.
    pub(crate) async fn restarted_after(self, work: impl FnOnce(&Path)) -> Self {
        Self { worker: self.worker.restart_after(work).await, ..self }
    }

    /// The log with everything until now. To be sure, this waits for the line of one more request, which is the last one.
    #[allow(dead_code, reason = "not every test program uses it")]
    pub(crate) async fn log(&self) -> String {
        let last = answer(self.request(Method::GET, "/api/health")).await;
        let id = last.header("Docket-Request-Id").unwrap();
        assert!(self.worker.has_logged(id).await, "{id} is not in the log: {}", self.worker.log());
        self.worker.log()
    }

    /// A request without credentials.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.worker.url))
    }

    /// A request from a program.
    pub(crate) fn program(&self, program: Program, method: Method, path: &str) -> RequestBuilder {
        self.request(method, path).bearer_auth(program.token())
    }

    /// A request of the app in a browser in which Ada has signed in.
    pub(crate) async fn ada(&self, method: Method, path: &str) -> RequestBuilder {
        let cookie = self.cookie.get_or_init(|| async {
            let signed_in = self.sign_in(ADA, PASSPHRASE).await;
            assert_eq!(signed_in.status, 200, "{signed_in:?}");
            cookie_of(&signed_in)
        });
        self.browser(method, path).header("Cookie", cookie.await)
    }

    /// A request of the app without a session.
    pub(crate) fn browser(&self, method: Method, path: &str) -> RequestBuilder {
        self.request(method, path).header("X-Docket", "1").header("Origin", &self.worker.url)
    }

    /// A request of the app that came through Cloudflare Access. `claims` replace those of a regular assertion.
    #[allow(dead_code, reason = "not every test program uses it")]
    pub(crate) fn by_access(&self, method: Method, path: &str, claims: &Value) -> RequestBuilder {
        self.browser(method, path).header(ASSERTION_HEADER, self.sim.assertion(&Value::Null, claims))
    }

    pub(crate) async fn sign_in(&self, name: &str, passphrase: &str) -> Answer {
        let body = json!({ "name": name, "passphrase": passphrase });
        answer(self.browser(Method::POST, "/api/session").json(&body)).await
    }
}

/// The cookie that a response sets, as a browser sends it.
pub(crate) fn cookie_of(answer: &Answer) -> String {
    answer.header("Set-Cookie").unwrap().split(';').next().unwrap().to_owned()
}

fn default_settings(sim: &Sim) -> BTreeMap<String, String> {
    let mut vars = BTreeMap::from([
        ("DOCKET_UPSTREAM", sim.base_url()),
        ("DOCKET_UPSTREAM_TIMEOUT_MS", TIMEOUT.as_millis().to_string()),
        ("DOCKET_AGENT_PER_HOUR", "10000".to_owned()),
        ("DOCKET_ANALYTICS_PER_HOUR", "10000".to_owned()),
        ("DOCKET_ADMIN_KEY", CANARY.to_owned()),
        ("DOCKET_SESSION_SECRET", people::SESSION_SECRET.to_owned()),
        ("DOCKET_ACCOUNTS", people::accounts()),
        ("DOCKET_ROLES", people::roles()),
        ("DOCKET_TOKENS", people::tokens()),
    ])
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect::<BTreeMap<_, _>>();
    let mut projects = vec![json!({ "id": PROJECT, "name": "Acme docs" }), json!({ "id": OTHER_PROJECT })];
    for (index, fault) in fault_names().enumerate() {
        // Its own key, so that a fault does not exhaust the budget of the others.
        let secret = format!("DOCKET_KEY_{index}");
        projects.push(json!({ "id": fault_project(fault), "keySecret": secret }));
        vars.insert(secret, CANARY.to_owned());
    }
    vars.insert("DOCKET_PROJECTS".to_owned(), json!(projects).to_string());
    vars
}
