//! Jobs: one Durable Object per project, and what it answers.

mod import;
mod live;
mod object;
mod poller;
mod reads;
mod responses;
mod submissions;
mod submit;
mod waiters;

use object::OpenJobs;
