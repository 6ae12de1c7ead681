//! Selects days, time zone and comparison. The selection is in the URL.

mod compare;
mod custom_days;
mod presets;
mod zone;

use leptos::prelude::*;

use self::compare::ComparePicker;
use self::custom_days::{CustomDays, DaysError};
use self::presets::Presets;
use self::zone::ZonePicker;
use crate::state::analytics::selection::Selection;

/// Presets; fields for other days, the time zone and the comparison; and what is wrong with the days.
#[component]
pub(crate) fn RangePicker(selection: Selection) -> impl IntoView {
    let error = RwSignal::new(None::<String>);
    view! {
        <div class="range">
            <Presets selection=selection/>
            <CustomDays selection=selection error=error/>
            <ZonePicker selection=selection/>
            <ComparePicker selection=selection/>
            <DaysError error=error/>
        </div>
    }
}
