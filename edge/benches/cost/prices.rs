//! What the platform bills, and for how much.

use std::ops::{Add, Mul, Sub};

use serde::Deserialize;

/// When the prices were read: <https://developers.cloudflare.com/workers/platform/pricing/> and
/// <https://developers.cloudflare.com/durable-objects/platform/pricing/>.
pub const READ_ON: &str = "2026-11-23";
/// The Workers Paid plan, a month.
pub const PLAN_DOLLARS: f64 = 5.0;
/// An object is billed for 128 MB, whatever it uses.
const OBJECT_GB: f64 = 0.128;

/// What was counted. Fractions come from averages, and from messages of consoles: 20 of them count as a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BilledCounts {
    pub worker_requests: f64,
    pub object_requests: f64,
    /// Requests to the documentation service.
    pub service_requests: f64,
    pub rows_read: f64,
    /// With those of alarms that were set.
    pub rows_written: f64,
    pub log_lines: f64,
    /// How long the answers took.
    #[serde(default)]
    pub busy_s: f64,
}

impl BilledCounts {
    /// The time for which objects are billed, in GB-s: at most that of the answers, and that of waiting for the
    /// service.
    fn gb_s(self, service_s: f64) -> f64 {
        (self.busy_s + self.service_requests * service_s) * OBJECT_GB
    }

    fn each(self, other: Self, with: impl Fn(f64, f64) -> f64) -> Self {
        Self {
            worker_requests: with(self.worker_requests, other.worker_requests),
            object_requests: with(self.object_requests, other.object_requests),
            service_requests: with(self.service_requests, other.service_requests),
            rows_read: with(self.rows_read, other.rows_read),
            rows_written: with(self.rows_written, other.rows_written),
            log_lines: with(self.log_lines, other.log_lines),
            busy_s: with(self.busy_s, other.busy_s),
        }
    }
}

impl Add for BilledCounts {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.each(other, |one, other| one + other)
    }
}

impl Sub for BilledCounts {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.each(other, |one, other| one - other)
    }
}

impl Mul<f64> for BilledCounts {
    type Output = Self;
    fn mul(self, by: f64) -> Self {
        self.each(self, |one, _| one * by)
    }
}

/// A line of the bill.
pub struct Line {
    pub name: &'static str,
    pub amount: f64,
    /// What the free plan allows, a day.
    pub free_a_day: f64,
    /// What the plan includes, a month.
    included: f64,
    /// Dollars for a million more.
    dollars: f64,
}

impl Line {
    /// What is beyond the plan, in dollars.
    pub fn extra(&self) -> f64 {
        (self.amount - self.included).max(0.0) / 1e6 * self.dollars
    }

    /// What it would cost without the plan, in dollars.
    pub fn without_plan(&self) -> f64 {
        self.amount / 1e6 * self.dollars
    }
}

/// The bill of a month. `service_s` is how long the documentation service takes to answer.
pub fn bill(month: BilledCounts, service_s: f64) -> [Line; 7] {
    let line =
        |name, amount, free_a_day, included, dollars| Line { name, amount, free_a_day, included, dollars };
    [
        line("Worker requests", month.worker_requests, 100e3, 10e6, 0.30),
        line("CPU, ms (at most)", month.busy_s * 1e3, f64::INFINITY, 30e6, 0.02),
        line("object requests", month.object_requests, 100e3, 1e6, 0.15),
        line("object duration, GB-s", month.gb_s(service_s), 13e3, 400e3, 12.50),
        line("rows read", month.rows_read, 5e6, 25e9, 0.001),
        line("rows written", month.rows_written, 100e3, 50e6, 1.00),
        line("log lines", month.log_lines, 200e3, 20e6, 0.60),
    ]
}

/// Dollars for what is stored beyond the plan, a month.
pub fn storage_dollars(bytes: f64) -> f64 {
    (bytes / 1e9 - 5.0).max(0.0) * 0.20
}
