//! Finds the current response among several requests for the same thing, because responses may arrive in another order.

use leptos::prelude::*;

/// Numbers requests in the order in which they are sent. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct RequestOrder {
    /// The numbers of the last request, and of the one whose response is shown.
    numbers: StoredValue<(u32, u32)>,
}

impl RequestOrder {
    /// No request yet.
    pub(crate) fn new() -> Self {
        Self { numbers: StoredValue::new((0, 0)) }
    }

    /// The number of a request that is sent now.
    pub(crate) fn begin(self) -> u32 {
        self.numbers.update_value(|(last, _)| *last += 1);
        self.numbers.with_value(|(last, _)| *last)
    }

    /// Whether the response to a request is newer than what is shown. Never, once the page has been left.
    pub(crate) fn is_newer(self, number: u32) -> bool {
        self.numbers.try_get_value().is_some_and(|(_, shown)| shown < number)
    }

    /// Records that the response to a request is shown.
    pub(crate) fn show(self, number: u32) {
        self.numbers.update_value(|(_, shown)| *shown = number);
    }
}
