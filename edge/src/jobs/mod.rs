//! Jobs: one Durable Object per project.

mod audit;
mod import;
mod live;
mod marks;
mod object;
mod open_jobs;
mod patch;
mod pause;
mod poller;
mod publish;
mod rate_limit;
mod reads;
mod retention;
mod sign_out;
mod sockets;
mod submissions;
mod templates;
mod waiters;

pub(crate) use sign_out::close_sockets;
