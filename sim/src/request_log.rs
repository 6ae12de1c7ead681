//! The log of requests to the stand-in.

use std::collections::VecDeque;

use docket_wire::UnixMs;
use serde::{Deserialize, Serialize};

/// Maximum length of the log. Beyond it, the oldest requests are dropped.
const RECORDS_MAX: usize = 20_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServiceOperation {
    /// `POST /v2/agent/{projectId}/job`
    CreateJob,
    /// `POST /v2/agent/{projectId}/job/{id}/message`
    SendMessage,
    /// `GET /v2/agent/{projectId}/job/{id}`
    GetJob,
    /// `GET /v1/analytics/{projectId}/visitors`
    GetVisitors,
    /// `GET /cdn-cgi/access/certs`
    AccessKeys,
    /// Where [`FaultKind::Redirect`](crate::FaultKind::Redirect) points. No client should request it.
    Elsewhere,
}

impl ServiceOperation {
    /// The operation of a method and a path, if the service has it.
    pub(crate) fn of(method: &str, path: &str) -> Option<Self> {
        let segments: Vec<_> = path.trim_start_matches('/').split('/').collect();
        match (method, segments.as_slice()) {
            ("POST", ["v2", "agent", _, "job"]) => Some(Self::CreateJob),
            ("POST", ["v2", "agent", _, "job", _, "message"]) => Some(Self::SendMessage),
            ("GET", ["v2", "agent", _, "job", _]) => Some(Self::GetJob),
            ("GET", ["v1", "analytics", _, "visitors"]) => Some(Self::GetVisitors),
            ("GET", ["cdn-cgi", "access", "certs"]) => Some(Self::AccessKeys),
            (_, ["_sim", "elsewhere"]) => Some(Self::Elsewhere),
            _ => None,
        }
    }
}

/// One request, without its key and its body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestRecord {
    /// When it arrived, by the service's clock.
    pub at: UnixMs,
    pub method: String,
    /// Path, still percent-encoded.
    pub path: String,
    /// Query without its question mark, still percent-encoded.
    pub query: Option<String>,
    /// The operation; null for an unknown path or method.
    pub operation: Option<ServiceOperation>,
    /// Status of the response; null while there is none.
    pub status: Option<u16>,
    /// Whether it had the correct key.
    pub valid_key: bool,
    /// Names of its headers in lower case, without their values.
    pub headers: Vec<String>,
    /// The fault that applied to it.
    pub fault: Option<String>,
}

/// Names a record while its request is in flight.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RecordId(u64);

/// The latest requests, oldest first.
#[derive(Debug, Default)]
pub(crate) struct SimRequestLog {
    records: VecDeque<RequestRecord>,
    /// Number of records that were dropped before the first one in the log.
    gone: u64,
}

impl SimRequestLog {
    pub(crate) fn push(&mut self, record: RequestRecord) -> RecordId {
        if self.records.len() >= RECORDS_MAX {
            self.records.pop_front();
            self.gone += 1;
        }
        self.records.push_back(record);
        RecordId(self.gone + self.len() - 1)
    }

    /// The record, unless it was cleared or dropped.
    pub(crate) fn get_mut(&mut self, RecordId(id): RecordId) -> Option<&mut RequestRecord> {
        let index = id.checked_sub(self.gone)?;
        self.records.get_mut(usize::try_from(index).ok()?)
    }

    pub(crate) fn clear(&mut self) {
        self.gone += self.len();
        self.records.clear();
    }

    pub(crate) fn records(&self) -> impl Iterator<Item = &RequestRecord> {
        self.records.iter()
    }

    fn len(&self) -> u64 {
        u64::try_from(self.records.len()).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(path: &str) -> RequestRecord {
        RequestRecord {
            at: UnixMs(1),
            method: "GET".into(),
            path: path.into(),
            query: None,
            operation: ServiceOperation::of("GET", path),
            status: None,
            valid_key: true,
            headers: vec!["accept".into()],
            fault: None,
        }
    }

    #[test]
    fn a_record_is_found_until_it_is_cleared_or_forgotten() {
        let mut log = SimRequestLog::default();
        let first = log.push(record("/a"));
        log.get_mut(first).unwrap().status = Some(200);
        assert_eq!(log.records().next().unwrap().status, Some(200));
        log.clear();
        assert!(log.get_mut(first).is_none());
        let second = log.push(record("/b"));
        assert_eq!(log.get_mut(second).unwrap().path, "/b");
        for _ in 0..RECORDS_MAX {
            log.push(record("/c"));
        }
        assert!(log.get_mut(second).is_none());
        assert_eq!(log.records().count(), RECORDS_MAX);
    }

    #[test]
    fn operations_differ_by_method_and_path() {
        let check = |method, path, expected| assert_eq!(ServiceOperation::of(method, path), expected);
        check("POST", "/v2/agent/acme/job", Some(ServiceOperation::CreateJob));
        check("POST", "/v2/agent/acme/job/1/message", Some(ServiceOperation::SendMessage));
        check("GET", "/v2/agent/acme/job/1", Some(ServiceOperation::GetJob));
        check("GET", "/v1/analytics/acme/visitors", Some(ServiceOperation::GetVisitors));
        check("GET", "/cdn-cgi/access/certs", Some(ServiceOperation::AccessKeys));
        check("POST", "/_sim/elsewhere", Some(ServiceOperation::Elsewhere));
        check("GET", "/v2/agent/acme/job", None);
    }

    #[test]
    fn its_json_is_pinned() {
        let expected = serde_json::json!({
            "at": "1970-01-01T00:00:00.001Z", "method": "GET", "path": "/v2/agent/acme/job/1", "query": null,
            "operation": "get-job", "status": null, "validKey": true, "headers": ["accept"], "fault": null
        });
        assert_eq!(serde_json::to_value(record("/v2/agent/acme/job/1")).unwrap(), expected);
    }
}
