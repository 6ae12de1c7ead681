//! Jobs: one Durable Object per project.

mod import;
mod live;
mod object;
mod open_jobs;
mod patch;
mod pause;
mod poller;
mod publish;
mod reads;
mod sockets;
mod submissions;
mod waiters;
