//! Finds the current response among several requests for the same thing, because responses may arrive in another order. Pure.

/// Numbers requests in the order in which they are sent.
#[derive(Debug)]
pub(crate) struct RequestOrder {
    /// The number of the last request.
    last: u32,
    /// The number of the request whose response is shown.
    shown: u32,
}

impl RequestOrder {
    /// No request yet.
    pub(crate) const fn new() -> Self {
        Self { last: 0, shown: 0 }
    }

    /// The number of a request that is sent now.
    pub(crate) fn begin(&mut self) -> u32 {
        self.last += 1;
        self.last
    }

    /// Whether the response to a request is newer than what is shown.
    pub(crate) fn is_newer(&self, number: u32) -> bool {
        self.shown < number
    }

    /// Records that the response to a request is shown, unless it is out of date. Returns whether it is shown.
    pub(crate) fn show(&mut self, number: u32) -> bool {
        let is_newer = self.is_newer(number);
        if is_newer {
            self.shown = number;
        }
        is_newer
    }

    /// All that was requested until now is out of date.
    pub(crate) fn outdate(&mut self) {
        self.shown = self.last;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_that_was_overtaken_is_out_of_date() {
        let mut order = RequestOrder::new();
        let (first, second) = (order.begin(), order.begin());
        assert!(order.show(second) && !order.is_newer(first) && !order.show(first));
        let third = order.begin();
        assert!(order.is_newer(third) && order.show(third));
    }

    #[test]
    fn what_was_requested_before_a_change_is_out_of_date() {
        let mut order = RequestOrder::new();
        let (before, change, during) = (order.begin(), order.begin(), order.begin());
        assert!(order.is_newer(change));
        order.outdate();
        assert!(!order.is_newer(before) && !order.is_newer(during));
        let after = order.begin();
        assert!(order.is_newer(after));
    }
}
