//! Visitor figures: one Durable Object per admin key, and what it answers.

mod backfill;
mod export;
mod fetch;
mod object;
mod rows;
mod summary;
mod tables;
mod trend;

use object::{OpenAnalytics, with_age};
