//! The order of requests to an inbox: which responses are out of date, and which request may mark items next.

use std::cell::RefCell;

use futures::channel::oneshot::{Receiver, Sender, channel};

use crate::state::request_order::RequestOrder;

thread_local! {
    /// The order of the inbox in view. It is no part of the console's state, so that the first view has none of its code.
    static ORDER: RefCell<InboxOrder> = const { RefCell::new(InboxOrder::new()) };
}

/// Reads or changes the order of the inbox in view.
pub(super) fn with_order<T>(change: impl FnOnce(&mut InboxOrder) -> T) -> T {
    ORDER.with_borrow_mut(change)
}

/// The order of the requests. A response that another one has overtaken is out of date, and so is every response to a request
/// from before a mark.
pub(super) struct InboxOrder {
    /// The revision of the latest count.
    pub(super) revision: u64,
    /// Marks are among them, and put the others out of date.
    pub(super) requests: RequestOrder,
    /// Counts the projects whose inbox was in view.
    pub(super) views: u32,
    /// Ends with the last mark.
    last_mark: Option<Receiver<()>>,
}

impl InboxOrder {
    /// Nothing is requested yet.
    const fn new() -> Self {
        Self { revision: 0, requests: RequestOrder::new(), views: 0, last_mark: None }
    }

    /// The inbox of the project is in view no more.
    pub(super) fn leave(&mut self) {
        self.requests.outdate();
        self.views += 1;
    }

    /// Whether a mark is on its way.
    pub(super) fn is_marking(&mut self) -> bool {
        self.last_mark.as_mut().is_some_and(|mark| mark.try_recv().is_ok())
    }

    /// Puts a mark behind the earlier ones. Returns what ends with the mark before, and what to drop when this one has ended.
    pub(super) fn enqueue(&mut self) -> (Option<Receiver<()>>, Sender<()>) {
        let (done, turn) = channel();
        (self.last_mark.replace(turn), done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_sent_one_after_another_in_the_order_of_the_clicks() {
        let mut order = InboxOrder::new();
        assert!(!order.is_marking());
        let (first, first_done) = order.enqueue();
        let (second, second_done) = order.enqueue();
        let (third, third_done) = order.enqueue();
        assert!(first.is_none());
        let (mut second, mut third) = (second.unwrap(), third.unwrap());
        let waits = |turn: &mut Receiver<()>| turn.try_recv().is_ok();
        assert!(waits(&mut second) && waits(&mut third));
        drop(first_done);
        assert!(!waits(&mut second) && waits(&mut third));
        drop(second_done);
        assert!(!waits(&mut third) && order.is_marking());
        drop(third_done);
        assert!(!order.is_marking());
    }
}
