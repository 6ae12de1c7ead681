//! What an administrator does and sees: settings, status, metrics, logs, retention, backups, and other releases.

mod backup;
mod bindings;
pub(crate) mod logs;
mod metrics;
mod newer_schema;
mod retention;
mod settings;
mod status;
