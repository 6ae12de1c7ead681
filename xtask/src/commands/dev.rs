//! `cargo xtask dev`: everything on this machine, rebuilt on change.

mod browser;
mod settings;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, bail};

use self::settings::{SignIn, StandIn};
use super::{
    build::{self, Profile},
    hook::{self, DEV_PORT},
    output::OutputLock,
};
use crate::{
    cli,
    dotenv::{self, write_private},
    environment::Environment,
    http,
    process::{Services, Task},
    terminal, tools,
    workspace::Workspace,
};

/// Runs until Ctrl-C, or until something ends by itself. Tests of what was built before set [`hook::PREBUILT`]:
/// then nothing is built, and several may run side by side.
pub(crate) fn run(args: &cli::Dev, workspace: &Workspace) -> Result<()> {
    if !http::is_free(args.port) {
        bail!(
            "port {} is taken by another program; choose another one, as in `cargo xtask dev --port {}`",
            args.port,
            http::free_port()?
        );
    }
    // What is wrong with the settings is said before anything is installed or built.
    let sign_in = SignIn::prepare(args.passphrase.as_deref(), workspace)?;
    let stand_in = StandIn::new(http::free_port()?)?;
    let service = match settings::upstream(args, workspace)? {
        Some(values) => values,
        None => stand_in.settings(settings::dev_vars(workspace)?),
    };
    let values = settings::complete(service, &sign_in)?;
    let environment = tools::ensure(workspace)?;
    let prebuilt = hook::is_prebuilt();
    let _lock = if prebuilt { OutputLock::share(workspace)? } else { OutputLock::take(workspace)? };
    let profile = Profile::new(args.release);

    let mut services = Services::new();
    if args.upstream.is_none() {
        start_stand_in(&stand_in, &mut services, &environment, workspace)?;
    }
    if !prebuilt {
        start_app(args.port, &mut services, profile, &environment, workspace)?;
    }
    // One for each, since several may run side by side.
    let variables = workspace.local()?.join(format!("worker-{}.env", args.port));
    write_private(&variables, &dotenv::render(&values)?)?;
    let wrangler = wrangler_dev(args, &variables, profile, &environment, workspace)?;
    services.start("worker", wrangler)?;
    services.wait_until("Worker", || http::status(args.port, "/api/health") == Some(200))?;

    let address = format!("http://localhost:{}", args.port);
    announce(&address, args, &sign_in);
    if !args.no_open {
        browser::open(&address);
    }
    services.follow()
}

/// Starts the stand-in service, and waits until it listens.
fn start_stand_in(
    stand_in: &StandIn,
    services: &mut Services,
    environment: &Environment,
    workspace: &Workspace,
) -> Result<()> {
    let mut cargo = environment.command("cargo", workspace);
    cargo.args(["build", "--package", "docket-sim"]);
    Task::new("stand-in service", cargo).run()?;
    services.start("sim", stand_in.command(environment, workspace)?)?;
    services.wait_until("stand-in service listens", || http::status(stand_in.port, "/").is_some())
}

/// Starts Trunk, and waits until it has built for the first time.
fn start_app(
    port: u16,
    services: &mut Services,
    profile: Profile,
    environment: &Environment,
    workspace: &Workspace,
) -> Result<()> {
    let published = workspace.published();
    if published.exists() {
        fs::remove_file(&published).with_context(|| format!("{} cannot be removed", published.display()))?;
    }
    let mut trunk = build::trunk("watch", profile, environment, workspace)?;
    trunk.env(DEV_PORT, port.to_string());
    services.start("app", trunk)?;
    services.wait_until("app", || published.exists())
}

/// The command that runs the Worker, and builds it again when it changes.
fn wrangler_dev(
    args: &cli::Dev,
    variables: &Path,
    profile: Profile,
    environment: &Environment,
    workspace: &Workspace,
) -> Result<Command> {
    let state = state_folder(args, workspace)?;
    let mut wrangler = environment.command("wrangler", workspace);
    wrangler
        .current_dir(workspace.edge())
        .args(["dev", "--ip", "127.0.0.1", "--show-interactive-dev-session=false"])
        .args(["--port", &args.port.to_string()])
        .arg("--persist-to")
        .arg(state)
        .arg("--env-file")
        .arg(variables)
        .env(Profile::VARIABLE, profile.name());
    Ok(wrangler)
}

/// Where state is kept. A real service's jobs do not mix with the stand-in's.
fn state_folder(args: &cli::Dev, workspace: &Workspace) -> Result<PathBuf> {
    match &args.persist {
        // wrangler runs in another folder.
        Some(folder) => std::path::absolute(folder).context("the folder for --persist has no name"),
        None if args.upstream.is_some() => Ok(workspace.local()?.join("upstream")),
        None => Ok(workspace.local()?.join("state")),
    }
}

fn announce(address: &str, args: &cli::Dev, sign_in: &SignIn) {
    let service = args.upstream.as_deref().unwrap_or("the stand-in service: no account, no key");
    eprintln!();
    eprintln!("  {}  {}", terminal::heading("Docket"), terminal::heading(address));
    eprintln!("  name        {}", settings::OPERATOR);
    eprintln!("  passphrase  {}", sign_in.passphrase);
    eprintln!("  service     {service}");
    eprintln!("  Ctrl-C ends everything; an edit is live when it has been built");
    eprintln!();
}
