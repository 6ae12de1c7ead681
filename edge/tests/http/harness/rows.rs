use serde::Deserialize;

use super::{Answer, World};

/// Rows that an object read and wrote, by the log.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct Rows {
    #[serde(rename = "rowsRead")]
    pub(crate) read: u64,
    #[serde(rename = "rowsWritten")]
    pub(crate) written: u64,
}

impl World {
    /// The rows of an object of a class for a request.
    pub(crate) async fn rows_of(&self, class: &str, answer: &Answer) -> Rows {
        let id = answer.header("Docket-Request-Id").unwrap();
        self.logged_rows(&format!(r#"{{"requestId":"{id}","object":"{class}","#)).await
    }

    /// The rows of the only alarm of a class so far.
    pub(crate) async fn rows_of_alarm(&self, class: &str) -> Rows {
        self.logged_rows(&format!(r#"{{"object":"{class}","work":"alarm","#)).await
    }

    /// The rows with which the only object of a class opened.
    pub(crate) async fn rows_of_opening(&self, class: &str) -> Rows {
        self.logged_rows(&format!(r#"{{"object":"{class}","work":"opening","#)).await
    }

    /// The rows of an object of a class for the first request after the log had this length.
    pub(crate) async fn rows_after(&self, class: &str, logged: usize) -> Rows {
        let start = format!(r#"{{"object":"{class}","work":"request","#);
        assert!(self.worker.has_logged_after(logged, &start).await, "{start}: {}", self.worker.log());
        read(&self.worker.log()[logged..], &start)
    }

    /// The rows in the only line of the log that begins like this.
    async fn logged_rows(&self, start: &str) -> Rows {
        assert!(self.worker.has_logged(start).await, "{start} is not in the log: {}", self.worker.log());
        let log = self.worker.log();
        assert_eq!(log.matches(start).count(), 1, "{start} is in the log more than once: {log}");
        read(&log, start)
    }
}

fn read(log: &str, start: &str) -> Rows {
    let at = log.find(start).unwrap();
    serde_json::from_str(log[at..].lines().next().unwrap()).unwrap()
}
