//! How long data is stored, and what retention would delete with these or other days.

use std::ops::RangeInclusive;

use docket_wire::{ProjectId, Retention, RetentionQuery, RetentionRule};
use leptos::ev::SubmitEvent;
use leptos::prelude::*;

use super::reads::Reads;
use super::row::SettingRow;
use crate::components::loaded::Loaded;
use crate::format::settings::retention::{both_audits, expired_words, prompts_outlive_jobs, stored_words};
use crate::state::console::use_console;
use crate::texts::general;
use crate::texts::settings::retention as texts;
use crate::ui::{Age, Skeleton};

/// A kind of data: its name, its setting, and the field and parameter of other days.
struct DataKind {
    name: &'static str,
    setting: &'static str,
    label: &'static str,
    parameter: &'static str,
    range: RangeInclusive<u32>,
}

const JOBS: DataKind = DataKind {
    name: texts::ENDED_JOBS,
    setting: "DOCKET_JOBS_DAYS",
    label: texts::DAYS_FOR_ENDED_JOBS,
    parameter: "jobsDays",
    range: RetentionQuery::JOBS_DAYS,
};
const PROMPTS: DataKind = DataKind {
    name: texts::THEIR_PROMPTS,
    setting: "DOCKET_PROMPTS_DAYS",
    label: texts::DAYS_FOR_PROMPTS,
    parameter: "promptsDays",
    range: RetentionQuery::OTHER_DAYS,
};
const VISITORS: DataKind = DataKind {
    name: texts::VISITOR_DATA,
    setting: "DOCKET_VISITORS_DAYS",
    label: texts::DAYS_FOR_VISITORS,
    parameter: "visitorsDays",
    range: RetentionQuery::OTHER_DAYS,
};
const AUDIT: DataKind = DataKind {
    name: general::AUDIT_LOG,
    setting: "DOCKET_AUDIT_DAYS",
    label: texts::DAYS_FOR_THE_AUDIT_LOG,
    parameter: "auditDays",
    range: RetentionQuery::OTHER_DAYS,
};

/// What a project stores for how long, and a form to try other days. The settings are variables of the deployment.
#[component]
pub(super) fn RetentionPart(project: ProjectId, reads: Reads) -> impl IntoView {
    let api = use_console().api;
    let name = texts::try_other_days(project.as_str());
    let days = RwSignal::new(Vec::<(&'static str, String)>::new());
    let retention = reads.fetch(move || {
        let (project, query) = (project.clone(), days.get_untracked());
        async move { api.retention(&project, &query).await }
    });
    let problem = RwSignal::new(None::<String>);
    // The days of the form or, where it has none, those of the setting.
    let days_of = move |kind: &DataKind, rule: Option<RetentionRule>| {
        let typed = days.with_untracked(|days| {
            let field = days.iter().find(|(name, _)| *name == kind.parameter);
            field.map(|(_, days)| days.parse::<u32>().ok())
        });
        typed.unwrap_or_else(|| rule?.days)
    };
    let preview = move |event: SubmitEvent| {
        event.prevent_default();
        let rules = untrack(|| retention.current()).map(|(_, retention)| retention.jobs);
        let jobs = days_of(&JOBS, rules.as_ref().map(|rules| rules.jobs));
        let prompts = days_of(&PROMPTS, rules.as_ref().map(|rules| rules.prompts));
        problem.set(prompts_outlive_jobs(jobs, prompts));
        retention.refetch();
    };
    let field = move |DataKind { label, parameter, range, .. }: DataKind| {
        let change = move |event| {
            let value = event_target_value(&event);
            days.update(|days| {
                days.retain(|(name, _)| *name != parameter);
                days.extend((!value.is_empty()).then_some((parameter, value)));
            });
        };
        view! {
            <label class="field">
                <span class="field__label">{label}</span>
                <input type="number" name=parameter min=*range.start() max=*range.end() on:input=change/>
            </label>
        }
    };
    view! {
        <h3>{texts::RETENTION}</h3>
        <Loaded fetched=retention fallback=|| view! { <Skeleton rows=4 label=texts::LOADING_RETENTION/> } let:retention>
            <Rules retention=retention/>
        </Loaded>
        <form class="retention-form" aria-label=name on:submit=preview>
            {[JOBS, PROMPTS, VISITORS, AUDIT].map(field).collect_view()}
            <button type="submit" class="button">{texts::PREVIEW}</button>
        </form>
        {move || problem.get().map(|problem| view! { <p class="composer__error" role="alert">{problem}</p> })}
        <p class="settings__note">{texts::PREVIEW_DELETES_NOTHING}</p>
    }
}

#[component]
fn Rules(retention: Retention) -> impl IntoView {
    let audit = both_audits(&retention);
    let Retention { jobs, analytics } = retention;
    let visitors = analytics.map(|analytics| rule(VISITORS, analytics.visitors));
    view! {
        <dl class="settings">
            {rule(JOBS, jobs.jobs)} {rule(PROMPTS, jobs.prompts)} {visitors} {rule(AUDIT, audit)}
        </dl>
    }
}

fn rule(DataKind { name, setting, .. }: DataKind, rule: RetentionRule) -> AnyView {
    let [before, after] = texts::OLDEST_IS_FROM;
    let oldest = rule.oldest.map(|at| view! { " " {before} <Age at=at/> {after} });
    view! { <SettingRow name=name setting=setting><span aria-live="polite">{stored_words(&rule)} " " {expired_words(&rule)}</span> {oldest}</SettingRow> }
        .into_any()
}
