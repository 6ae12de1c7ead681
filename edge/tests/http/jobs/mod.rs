//! Jobs: submissions, polls, the list and live updates.

mod conditional;
mod day_marks;
mod growth;
mod hibernation;
mod inbox;
mod limits;
mod list;
mod live;
mod polling;
mod reset;
mod rows;
mod submissions;
mod templates;
