use std::fmt;

use docket_wire::Problem;
use reqwest::header::HeaderMap;
use serde_json::Value;

use super::contract;

/// A response with its whole body.
#[derive(Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

/// Sends a request and reads the response. Fails if the description of the API does not have the response for this request.
pub(crate) async fn answer(request: reqwest::RequestBuilder) -> Answer {
    let (client, request) = request.build_split();
    let request = request.unwrap();
    let (method, url) = (request.method().clone(), request.url().clone());
    let response = client.execute(request).await.unwrap();
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let answer = Answer { status, headers, text: response.text().await.unwrap() };
    contract::check(method.as_str(), url.path(), &answer);
    answer
}

/// Shortened for a failed assertion.
impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.text.chars().take(500).collect();
        write!(f, "{} {text} {:?}", self.status, self.headers)
    }
}

impl Answer {
    /// The first header of this name.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// What the `RateLimit` fields say of a budget: its limit, what is left, and the seconds until one more is free.
    #[track_caller]
    pub(crate) fn budget(&self, name: &str) -> [u64; 3] {
        let number = |field: &str, parameter: &str| {
            let list = self.header(field).unwrap_or_else(|| panic!("no {field}: {self:?}"));
            let item = list.split(", ").find_map(|item| item.strip_prefix(&format!("\"{name}\";"))).unwrap();
            let value = item.split(';').find_map(|part| part.strip_prefix(&format!("{parameter}=")));
            value.unwrap().parse().unwrap()
        };
        assert_eq!(number("RateLimit-Policy", "w"), 3600);
        [number("RateLimit-Policy", "q"), number("RateLimit", "r"), number("RateLimit", "t")]
    }

    /// The body.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The body as a problem. Checks the rules of all problems.
    #[track_caller]
    pub(crate) fn problem(&self) -> Problem {
        let problem: Problem =
            serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {self:?}"));
        assert!(self.status >= 400, "{self:?}");
        assert_eq!(Some(problem.request_id.as_str()), self.header("Docket-Request-Id"), "{self:?}");
        assert!(problem.error.ends_with('.'), "not a sentence: {self:?}");
        problem
    }

    /// Checks status and code of a problem.
    #[track_caller]
    pub(crate) fn is_problem(&self, status: u16, code: &str) {
        self.is_problem_of("", status, code);
    }

    /// Checks status and code of a problem, for a row of a table.
    #[track_caller]
    pub(crate) fn is_problem_of(&self, row: &str, status: u16, code: &str) {
        assert!(self.status >= 400, "{row}: {self:?}");
        self.problem();
        assert_eq!((self.status, self.json()["code"].as_str().unwrap()), (status, code), "{row}: {self:?}");
    }
}
