//! Visitors: one Durable Object per admin key, and the routes that it answers.

mod alarm;
mod backfill;
mod dispatch;
mod export;
mod fetch;
mod object;
mod open_analytics;
mod pause;
mod reads;
mod retention;
