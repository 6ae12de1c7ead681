//! What an instance of the Worker needs before its first request.

use std::sync::Once;

use super::reply;
use crate::platform::{microtasks, panics};

/// Prepares an instance. Every entry point of the runtime calls it.
pub(crate) fn prepare() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        panics::hook();
        microtasks::replace();
        reply::prepare();
    });
}
