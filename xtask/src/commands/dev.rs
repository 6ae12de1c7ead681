//! `cargo xtask dev`: everything on this machine, rebuilt on change.

mod settings;
mod sign_in;
mod stand_in;

use std::{
    env,
    io::{IsTerminal as _, stderr},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use console::style;
use fs_err as fs;

use self::{
    sign_in::{OPERATOR, SignIn},
    stand_in::StandIn,
};
use crate::{
    build::{Profile, app, lock::OutputLock},
    dotenv::{self, write_private},
    environment::{Environment, is_prebuilt, names},
    http,
    process::{Services, Task},
    tools,
    workspace::Workspace,
};

/// Run everything on this machine: the stand-in service (or a real one), the Worker and the app.
#[derive(Debug, Args)]
pub(crate) struct Dev {
    /// Use the real service at this base URL, with DOCKET_ADMIN_KEY and DOCKET_PROJECTS from the environment or
    /// from .dev.vars
    #[arg(long, value_name = "URL")]
    pub(crate) upstream: Option<String>,
    /// Port to listen on, on this machine only
    #[arg(long, default_value_t = 8787, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) port: u16,
    /// Folder of jobs and visitors, for the next start too [default: .docket/state, or .docket/upstream with
    /// --upstream]
    #[arg(long, value_name = "DIR")]
    pub(crate) persist: Option<PathBuf>,
    /// Passphrase to sign in with [default: generated at the first start]
    #[arg(long, value_name = "TEXT")]
    pub(crate) passphrase: Option<String>,
    /// Do not open a browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// The build for deployment: smaller and faster, and slower to make
    #[arg(long)]
    pub(crate) release: bool,
}

impl Dev {
    /// Runs until Ctrl-C, or until a program ends by itself. With [`names::PREBUILT`] it builds nothing, and several
    /// may run side by side, which tests do.
    pub(crate) fn run(&self, workspace: Workspace) -> Result<()> {
        if !http::is_free(self.port) {
            bail!(
                "another program uses port {}; choose another port, as in `cargo xtask dev --port {}`",
                self.port,
                http::free_port()?
            );
        }
        // Reports wrong settings before anything is installed or built.
        let sign_in = SignIn::prepare(self.passphrase.as_deref(), &workspace)?;
        let stand_in = StandIn::new(http::free_port()?);
        let service = match &self.upstream {
            Some(url) => settings::upstream(url, &workspace)?,
            None => stand_in.settings(settings::dev_vars(&workspace)?),
        };
        let values = settings::complete(service, &sign_in)?;
        let environment = tools::ensure(workspace)?;
        let workspace = &environment.workspace;
        let _lock = if is_prebuilt() { OutputLock::share(workspace)? } else { OutputLock::take(workspace)? };

        let mut services = Services::new();
        if self.upstream.is_none() {
            start_stand_in(&stand_in, &mut services, &environment)?;
        }
        if !is_prebuilt() {
            self.start_app(&mut services, &environment)?;
        }
        // One file for each port, since several may run side by side.
        let variables = workspace.local()?.join(format!("worker-{}.env", self.port));
        write_private(&variables, &dotenv::render(&values)?)?;
        services.start("worker", self.wrangler(&variables, &environment)?)?;
        services.wait_until("Worker", || http::status(self.port, "/api/health") == Some(200))?;

        let address = format!("http://localhost:{}", self.port);
        self.announce(&address, &sign_in);
        if !self.no_open {
            open_browser(&address);
        }
        services.follow()
    }

    /// Starts Trunk, and waits for its first build.
    fn start_app(&self, services: &mut Services, environment: &Environment) -> Result<()> {
        let published = environment.workspace.published();
        if published.exists() {
            fs::remove_file(&published)?;
        }
        let mut trunk = app::trunk("watch", Profile::new(self.release), environment)?;
        trunk.env(names::DEV_PORT, self.port.to_string());
        services.start("app", trunk)?;
        services.wait_until("app", || published.exists())
    }

    /// The command that runs the Worker, and rebuilds it on change.
    fn wrangler(&self, variables: &Path, environment: &Environment) -> Result<Command> {
        let mut wrangler = environment.command("wrangler");
        wrangler
            .current_dir(environment.workspace.edge())
            .args(["dev", "--ip", "127.0.0.1", "--show-interactive-dev-session=false"])
            .args(["--port", &self.port.to_string()])
            .arg("--persist-to")
            .arg(self.state_folder(&environment.workspace)?)
            .arg("--env-file")
            .arg(variables)
            .env(names::EDGE_PROFILE, Profile::new(self.release).name());
        Ok(wrangler)
    }

    /// The folder of the Durable Objects' state. A real service's jobs do not mix with the stand-in's.
    fn state_folder(&self, workspace: &Workspace) -> Result<PathBuf> {
        match &self.persist {
            // wrangler runs in another folder.
            Some(folder) => std::path::absolute(folder).context("--persist is empty"),
            None if self.upstream.is_some() => Ok(workspace.local()?.join("upstream")),
            None => Ok(workspace.local()?.join("state")),
        }
    }

    fn announce(&self, address: &str, sign_in: &SignIn) {
        let service = self.upstream.as_deref().unwrap_or("the stand-in service: no account, no key");
        let bold = |text| style(text).for_stderr().bold();
        eprintln!("\n  {}  {}", bold("Docket"), bold(address));
        eprintln!("  name        {OPERATOR}");
        eprintln!("  passphrase  {}", sign_in.passphrase);
        eprintln!("  service     {service}");
        eprintln!("  Ctrl-C ends everything; an edit is live when it has been built\n");
    }
}

/// Starts the stand-in service, and waits until it listens.
fn start_stand_in(stand_in: &StandIn, services: &mut Services, environment: &Environment) -> Result<()> {
    let mut cargo = environment.command("cargo");
    cargo.args(["build", "--package", "docket-sim"]);
    Task::new("stand-in service", cargo).run()?;
    services.start("sim", stand_in.command(environment)?)?;
    services.wait_until("stand-in service listens", || http::status(stand_in.port, "/").is_some())
}

/// Opens the address, unless there is no terminal or no display, or in CI.
fn open_browser(address: &str) {
    let is_set = |name| env::var_os(name).is_some();
    let has_display = cfg!(target_os = "macos") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
    if has_display && !is_set("CI") && stderr().is_terminal() {
        // The address is printed, so that a missing browser is no error.
        let _ = open::that_detached(address);
    }
}
