//! Poll schedule.
