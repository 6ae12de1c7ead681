//! Jobs: one Durable Object per project.

mod conflicts;
mod day_marks;
mod dispatch;
mod import;
mod live;
mod object;
mod open_jobs;
mod patch;
mod pause;
mod poller;
mod reads;
mod retention;
mod status;
mod submissions;
mod templates;

pub(crate) use live::close_sockets;
