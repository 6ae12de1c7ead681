//! Runs operations: looks up each page that they need, in the cache or from the service.

use std::rc::Rc;

use docket_core::analytics::{
    CacheEntry, FetchError, FetchPermit, FetchResult, LookupDecision, Operation, OperationStep, PageRequest,
};
use docket_wire::ProblemCode;
use futures_channel::oneshot;

use super::open_analytics::OpenAnalytics;
use crate::http::failure::Failure;
use crate::platform::clock;
use crate::platform::log;
use crate::platform::storage::sql::Sql;
use crate::upstream::Service;

impl OpenAnalytics {
    /// Runs an operation until its next output.
    pub(super) async fn run<O: Operation<Sql>>(
        self: &Rc<Self>,
        operation: &mut O,
    ) -> Result<O::Output, FetchError> {
        loop {
            match operation.step(&self.core, clock::now())? {
                OperationStep::Done(output) => return Ok(output),
                OperationStep::Prefetch(request) => {
                    // If this fails, the later fetch of the same page fails as well and reports it.
                    let _ = self.request(&request);
                }
                OperationStep::Fetch(request) => {
                    let fetched = self.fetch(&request).await;
                    operation.apply(&self.core, fetched, clock::now())?;
                }
            }
        }
    }

    async fn fetch(self: &Rc<Self>, request: &PageRequest) -> FetchResult {
        match self.request(request)? {
            PageSource::Cache(entry) => Ok(entry),
            PageSource::Service(receiver) => receiver.await.unwrap_or(Err(FetchError::Dropped)),
        }
    }

    /// Finds a page in the cache, joins the request in flight for it, or starts one.
    fn request(self: &Rc<Self>, request: &PageRequest) -> Result<PageSource, FetchError> {
        match self.core.lookup(request, clock::now())? {
            LookupDecision::Hit(entry) => Ok(PageSource::Cache(entry)),
            LookupDecision::Exhausted(exhausted) => Err(exhausted.into()),
            LookupDecision::TooLarge => Err(FetchError::TOO_LARGE),
            LookupDecision::Join => Ok(PageSource::Service(self.wait_for(request))),
            LookupDecision::Fetch(permit) => {
                let service = match Service::for_project(&self.env, &request.project) {
                    Ok(service) => service,
                    // The settings have changed since the caller's request was routed.
                    Err(failure) => {
                        log::error(&format!("the service was not called: {failure}"));
                        self.core.cancel_fetch(request, permit)?;
                        return Err(FetchError::Dropped);
                    }
                };
                let receiver = self.wait_for(request);
                let (analytics, request) = (Rc::clone(self), request.clone());
                // The call continues if its caller disconnects, because others may wait for it, and its answer is
                // cached.
                self.state.wait_until(async move { analytics.call(&service, &request, permit).await });
                Ok(PageSource::Service(receiver))
            }
        }
    }

    fn wait_for(&self, request: &PageRequest) -> oneshot::Receiver<FetchResult> {
        let (sender, receiver) = oneshot::channel();
        self.waiters.borrow_mut().entry(request.key()).or_default().push(sender);
        receiver
    }

    async fn call(&self, service: &Service, request: &PageRequest, permit: FetchPermit) {
        let answer = service.visitors(&request.project, &request.query).await;
        let now = clock::now();
        let read = answer.as_ref().map(|(page, body)| (page, body.as_str()));
        if let Err(error) = self.core.record_fetch(request, permit, read, now) {
            log::error(&error.to_string());
        }
        self.has_fetched.set(true);
        let fetched = match answer {
            Ok((_, body)) => Ok(CacheEntry { body, fetched_at: now, is_stale: false }),
            Err(failure) => Err(FetchError::Upstream(failure)),
        };
        for waiter in self.waiters.borrow_mut().remove(&request.key()).unwrap_or_default() {
            // Sending fails only if the caller has disconnected.
            let _ = waiter.send(fetched.clone());
        }
    }
}

/// Where a page comes from.
enum PageSource {
    Cache(CacheEntry),
    Service(oneshot::Receiver<FetchResult>),
}

impl From<FetchError> for Failure {
    fn from(error: FetchError) -> Self {
        match error {
            FetchError::Upstream(failure) => failure.into(),
            FetchError::Storage(error) => error.into(),
            FetchError::Dropped => Self::internal(error),
            FetchError::TableExpired => {
                Self::new(ProblemCode::TableExpired, "This table has expired. Start a new export.")
            }
            FetchError::Exhausted(exhausted) => exhausted.into(),
        }
    }
}
