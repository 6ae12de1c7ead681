//! Those who use Docket during a soak.

mod console;
mod person;
mod program;
mod reader;

use std::sync::Arc;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::harness::{ADA, PROJECT, Program};
use crate::shared_state::{SharedState, Who};
pub(crate) use console::{Console, Socket};
use person::Person;
pub(crate) use person::submissions;
use program::Caller;
use reader::Reader;

const PROGRAMS: u64 = 6;
const CONSOLES: u64 = 4;

/// One who acts, turn after turn.
trait Actor: Send + 'static {
    fn turn(&mut self, shared: &SharedState, rng: &mut StdRng) -> impl Future<Output = ()> + Send;
}

/// The actors at work.
pub(crate) struct Actors(Vec<JoinHandle<()>>);

impl Actors {
    /// Waits until all actors have ended. [`SharedState::end`] tells them to.
    pub(crate) async fn join(self) {
        for actor in self.0 {
            actor.await.unwrap();
        }
    }
}

pub(crate) async fn start(shared: &Arc<SharedState>, seed: u64) -> Actors {
    let mut actors = Actors(Vec::new());
    let mut rng = StdRng::seed_from_u64(seed);
    let people = [shared.sign_in(ADA).await, shared.sign_in("Zoë").await];
    let mut add = |task: JoinHandle<()>| actors.0.push(task);
    for _ in 0..PROGRAMS {
        add(tokio::spawn(act(Arc::clone(shared), Caller, StdRng::seed_from_u64(rng.random()))));
    }
    for who in &people {
        let person = Person { who: who.clone() };
        add(tokio::spawn(act(Arc::clone(shared), person, StdRng::seed_from_u64(rng.random()))));
    }
    for nth in 0..CONSOLES {
        let who = match nth % 2 {
            0 => people[0].clone(),
            _ => Who::Program(Program::JobsRead),
        };
        add(tokio::spawn(act(Arc::clone(shared), Console::of(who), StdRng::seed_from_u64(rng.random()))));
    }
    add(tokio::spawn(act(Arc::clone(shared), Reader, StdRng::seed_from_u64(rng.random()))));
    actors
}

async fn act(shared: Arc<SharedState>, mut actor: impl Actor, mut rng: StdRng) {
    while !shared.is_over() {
        let turn = shared.turns.read().await;
        actor.turn(&shared, &mut rng).await;
        drop(turn);
        // The rate of a caller, not a wait for something.
        sleep(Duration::from_millis(rng.random_range(20..300))).await;
    }
}

/// One of the jobs that the actors know, a recent one.
fn some_job(shared: &SharedState, rng: &mut StdRng) -> Option<String> {
    let promises = shared.record.promises();
    let recent = promises.jobs.len().min(12);
    if recent == 0 {
        return None;
    }
    Some(promises.jobs[promises.jobs.len() - 1 - rng.random_range(0..recent)].clone())
}

fn create_path() -> String {
    format!("/v2/agent/{PROJECT}/job")
}

fn message_path(job: &str) -> String {
    format!("/v2/agent/{PROJECT}/job/{job}/message")
}
