//! `docket-sim`: the stand-in documentation service as a process.

use std::process::ExitCode;

use clap::Parser;
use docket_sim::{Config, DEFAULT_KEY, Sim, StartError, fault_table};
use docket_wire::ProjectId;

/// A stand-in documentation service: agent jobs, visitors, limits and faults.
#[derive(Debug, Parser)]
#[command(version)]
struct SimArgs {
    /// Port on 127.0.0.1; 0 selects a free one
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Determines jobs and visitors: the same seed generates the same data
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Speed of jobs; at 1, half of them take more than 150 s
    #[arg(long, default_value_t = 1.0)]
    speed: f64,
    /// The admin key to accept. Prefer the environment: every process on the machine can read arguments
    #[arg(long, env = "DOCKET_SIM_KEY", hide_env_values = true, default_value = DEFAULT_KEY)]
    key: String,
    /// A project of the service; can be given several times
    #[arg(long = "project", value_name = "ID", default_value = "acme-docs")]
    projects: Vec<ProjectId>,
    /// Creates and follow-ups together that a project may send in an hour
    #[arg(long, value_name = "N", default_value_t = 100)]
    agent_per_hour: u32,
    /// Visitors requests in an hour, over all projects
    #[arg(long, value_name = "N", default_value_t = 100)]
    analytics_per_hour: u32,
    /// Paths of a project's documentation
    #[arg(long, value_name = "N", default_value_t = 4_000)]
    paths: usize,
    /// Probability, 0 to 1, of a random fault of a request
    #[arg(long, value_name = "P", default_value_t = 0.0)]
    chaos: f64,
    /// Print the table of faults and exit
    #[arg(long)]
    list_faults: bool,
}

impl From<SimArgs> for Config {
    fn from(args: SimArgs) -> Self {
        let SimArgs {
            port,
            seed,
            speed,
            key,
            projects,
            agent_per_hour,
            analytics_per_hour,
            paths,
            chaos,
            list_faults: _,
        } = args;
        let key = key.into();
        Self { port, seed, speed, key, projects, agent_per_hour, analytics_per_hour, paths, chaos, now: None }
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    let args = SimArgs::parse();
    if args.list_faults {
        print!("{}", fault_table());
        return ExitCode::SUCCESS;
    }
    match run(args.into()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("docket-sim: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(config: Config) -> Result<(), StartError> {
    let sim = Sim::start(config).await?;
    println!("docket-sim listening on {}", sim.base_url());
    stop_signal().await;
    sim.shutdown().await;
    Ok(())
}

/// Returns at the first SIGTERM or Ctrl-C.
async fn stop_signal() {
    // Without a handler, either signal ends the process.
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        () = terminated() => {}
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut signals) => {
            signals.recv().await;
        }
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}
