//! Jobs: submissions, polls, the list and live updates.

mod alarm;
mod conditional;
mod day_marks;
mod ended;
mod growth;
mod hibernation;
mod inbox;
mod interruptions;
mod list;
mod live;
mod outbox;
mod polling;
mod rows;
mod submit;
mod unknown;
