//! The jobs that are selected in the list: which ones a click selects, and how the URL holds them. Pure.

use docket_wire::JobId;

use crate::paths::parameter;

/// The parameter of the URL. Job ids have no spaces, so one separates them.
const NAME: &str = "selected";

/// A click on the box of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Click {
    pub id: JobId,
    /// Whether it selects everything from the box before to this one.
    pub is_range: bool,
}

/// Jobs that can be selected at once: those of one page of the list. The URL stays shorter than any limit with ids as the
/// service makes them.
pub(crate) const SELECTED_MAX: usize = 100;

/// The selection in the query of a URL; ids that are invalid or too many are left out.
pub(crate) fn read(query: &str) -> Vec<JobId> {
    let ids = parameter(query, NAME).unwrap_or_default();
    with(Vec::new(), ids.split(' ').filter_map(|id| id.parse().ok()))
}

/// The pair of a query that has the selection.
pub(crate) fn pair(query: &str) -> Option<&str> {
    query.trim_start_matches('?').split('&').find(|pair| is_own(pair))
}

/// The selection with more jobs, as far as the limit allows.
pub(crate) fn with(mut selected: Vec<JobId>, more: impl IntoIterator<Item = JobId>) -> Vec<JobId> {
    more.into_iter().for_each(|id| add(&mut selected, id));
    selected
}

/// The selection after a click in a list with this order. `anchor` is the job that was clicked before.
pub(crate) fn clicked(
    mut selected: Vec<JobId>,
    order: &[JobId],
    click: &Click,
    anchor: Option<&JobId>,
) -> Vec<JobId> {
    let index_of = |id: &JobId| order.iter().position(|known| known == id);
    let range = anchor.filter(|_| click.is_range).and_then(index_of).zip(index_of(&click.id));
    if let Some((from, to)) = range {
        let between = order.get(from.min(to)..=from.max(to)).unwrap_or_default();
        between.iter().for_each(|id| add(&mut selected, id.clone()));
    } else if let Some(index) = selected.iter().position(|known| *known == click.id) {
        selected.remove(index);
    } else {
        add(&mut selected, click.id.clone());
    }
    selected
}

/// The query of the URL with another selection.
pub(crate) fn query(before: &str, selected: &[JobId], encode: impl Fn(&str) -> String) -> String {
    let others = before.trim_start_matches('?').split('&').filter(|pair| !pair.is_empty() && !is_own(pair));
    let ids = selected.iter().map(|id| encode(id.as_str())).collect::<Vec<_>>().join("+");
    let own = (!ids.is_empty()).then(|| format!("{NAME}={ids}"));
    others.map(str::to_owned).chain(own).collect::<Vec<_>>().join("&")
}

fn is_own(pair: &str) -> bool {
    pair.split('=').next() == Some(NAME)
}

fn add(selected: &mut Vec<JobId>, id: JobId) {
    if selected.len() < SELECTED_MAX && !selected.contains(&id) {
        selected.push(id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> Vec<JobId> {
        text.split_whitespace().map(|id| id.parse().unwrap()).collect()
    }

    fn click(id: &str, is_range: bool) -> Click {
        Click { id: id.parse().unwrap(), is_range }
    }

    #[test]
    fn a_click_selects_a_job_and_another_one_takes_it_out() {
        let order = ids("a b c d");
        let one = clicked(Vec::new(), &order, &click("b", false), None);
        assert_eq!(one, ids("b"));
        assert_eq!(clicked(ids("b d"), &order, &click("b", false), None), ids("d"));
    }

    #[test]
    fn a_click_with_shift_selects_everything_in_between() {
        let order = ids("a b c d e");
        let anchor = |id: &str| Some(id.parse::<JobId>().unwrap());
        assert_eq!(clicked(ids("b"), &order, &click("d", true), anchor("b").as_ref()), ids("b c d"));
        assert_eq!(clicked(ids("d"), &order, &click("b", true), anchor("d").as_ref()), ids("d b c"));
        assert_eq!(
            clicked(ids("x"), &order, &click("b", true), anchor("x").as_ref()),
            ids("x b"),
            "the row is gone"
        );
        assert_eq!(clicked(Vec::new(), &order, &click("b", true), None), ids("b"));
    }

    #[test]
    fn the_selection_has_a_limit() {
        let order: Vec<JobId> = (0..150).map(|number| format!("j{number}").parse().unwrap()).collect();
        let anchor = order.first();
        let all = clicked(Vec::new(), &order, &click("j149", true), anchor);
        assert_eq!(all.len(), SELECTED_MAX);
        let url = query("", &order, str::to_owned);
        assert_eq!(read(&url).len(), SELECTED_MAX);
    }

    #[test]
    fn the_url_has_the_selection_beside_the_filter() {
        let encode = |id: &str| id.replace('+', "%2B");
        let two = query("?q=a%20b&selected=x&hidden=true", &ids("a b+c"), encode);
        assert_eq!(two, "q=a%20b&hidden=true&selected=a+b%2Bc");
        assert_eq!(query("?selected=a", &[], encode), "");
        assert_eq!(query("", &ids("a"), encode), "selected=a");
        assert_eq!(read(&format!("?{two}")), ids("a b+c"));
        assert_eq!(read("?q=x&selected=a++b+a+%2F"), ids("a b"));
    }

    #[test]
    fn a_filter_that_names_the_parameter_is_no_selection() {
        assert_eq!(pair("?q=selected=&status=active"), None);
        assert_eq!(pair("?q=x&selected=a+b"), Some("selected=a+b"));
    }
}
