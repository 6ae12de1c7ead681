//! Visitor figures: one Durable Object per admin key, and the routes that it answers.

mod backfill;
mod export;
mod fetch;
mod object;
mod pause;
mod reads;
mod retention;

use object::OpenAnalytics;
