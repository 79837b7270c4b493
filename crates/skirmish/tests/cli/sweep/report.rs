//! The report as people see it: in a browser, wide, on a tablet and on a phone, light and dark.

use std::path::Path;

use serde_json::Value;
use skirmish_plot::{Curve, Heat, Line, Point, Square, Stop};

use super::browser::{self, Browser, Look};
use super::plan;
use crate::{file, folder, skirmish};

const CHECK: &str = include_str!("look.js");

const LOOKS: [Look; 5] = [
    Look { name: "wide-light", wide: 1280, is_dark: false },
    Look { name: "wide-dark", wide: 1280, is_dark: true },
    Look { name: "phone-light", wide: 360, is_dark: false },
    Look { name: "phone-dark", wide: 360, is_dark: true },
    Look { name: "tablet-light", wide: 800, is_dark: false },
];

/// Long names, many levels, words and numbers, two encounters, and as many sentences as a report has.
const PLAN: &str = "\
question = \"Which weapon against which armour, and how much do hit points change in another fight?\"
encounters = [\"first-blood\", \"duel\"]
fights = 24
compare = [[\"0001\", \"0006\"], [\"0009\", \"0012\"]]
[[vary]]
name = \"armour\"
in = \"first-blood\"
of = \"Roland.armour\"
values = [\"leather\", \"chain\", \"plate\"]
base = \"chain\"
[[vary]]
name = \"what Hale carries into the fight\"
in = \"first-blood\"
[[vary.case]]
name = \"battle-sword, as he comes\"
[[vary.case]]
name = \"arming-sword and medium-shield\"
set = { \"Hale.weapons\" = [\"arming-sword\", \"medium-shield\"] }
[[vary.case]]
name = \"mace, and two points of strength\"
set = { \"Hale.weapons\" = [\"mace\"] }
add = { \"Hale.strength\" = 2 }
[[vary.case]]
name = \"dagger\"
set = { \"Hale.weapons\" = [\"dagger\"] }
[[vary]]
name = \"hit points\"
in = \"duel\"
of = \"Kestrel.hp\"
from = 8
to = 30
base = 9
";

fn looked_at(browser: &mut Browser, page: &Path, look: Look) -> (Vec<String>, Value) {
    browser.show(page, look);
    let seen = browser.ask(CHECK);
    let wrong = seen["wrong"].as_array().expect("a list").iter();
    (wrong.map(|one| one.as_str().expect("a sentence").to_owned()).collect(), seen)
}

#[test]
fn a_report_is_read_in_a_browser() {
    let pictures = folder("report-pictures");
    let Some(mut browser) = browser::open(&pictures) else { return };
    let (plan, out) = plan("sweep-seen", PLAN);
    skirmish(&["sweep", &plan, "--out", &out]).well();
    let page = Path::new(&out).join("report.html");
    let (mut colours, mut all) = (Vec::new(), Vec::new());
    for look in LOOKS {
        let (wrong, seen) = looked_at(&mut browser, &page, look);
        browser.picture(&pictures.join(format!("{}.png", look.name)));
        all.extend(wrong.into_iter().map(|wrong| format!("{}: {wrong}", look.name)));
        assert!(seen["labels"].as_u64() > Some(100) && seen["cells"].as_u64() > Some(200), "{seen}");
        assert!(browser.complaints().is_empty(), "{:?}", browser.complaints());
        colours.push(seen["page"].clone());
    }
    assert!(all.is_empty(), "see {}:\n{}", pictures.display(), all.join("\n"));
    assert!(
        colours[0] != colours[1] && colours[0] == colours[2] && colours[1] == colours[3] && colours[0] == colours[4],
        "{colours:?}"
    );
    // First the answer, then the fights, then pictures and tables; and tables sort by a click.
    let order = "[...document.querySelectorAll('#answer, #replays, #encounter-1, svg, table')].slice(0, 4).map(e => e.id || e.tagName)";
    assert_eq!(browser.ask(order), serde_json::json!(["answer", "replays", "encounter-1", "svg"]));
    let sorted =
        "(() => { const button = [...document.querySelectorAll('th button')].find(b => b.textContent === 'rounds');
        button.click();
        const at = button.closest('th').cellIndex, rows = [...button.closest('table').tBodies[0].rows];
        return rows.map(row => Number(row.cells[at].dataset.sort)); })()";
    let rounds: Vec<f64> = serde_json::from_value(browser.ask(sorted)).expect("numbers");
    assert!(rounds.len() == 12 && rounds.is_sorted() && rounds[0] < rounds[11], "{rounds:?}");
}

/// Many pictures of many kinds: few and many levels, words and numbers, far apart and close together, long and short.
fn gallery() -> String {
    let words =
        ["rapier", "flanged-mace", "a sword that is as long as a man", "x", "broadsword", "WWWWWWWW", "plate", "illi"];
    let label = |at: usize, kind: usize| match kind {
        0 => words[at % words.len()].to_owned(),
        1 => (at * at).to_string(),
        2 => format!("{}", 100_000 + 7 * at),
        _ => format!("+{at}"),
    };
    let mut page = String::from("<!DOCTYPE html><body>");
    for count in [1, 2, 3, 4, 6, 9, 14, 23, 40] {
        for kind in 0..4 {
            let at = |at: usize| (kind > 0).then(|| label(at, kind).parse().expect("a number"));
            let stop = |nth: usize| Stop { label: label(nth, kind), at: at(nth), is_base: nth == count / 2 };
            let scale = [1.0, 40.0, 123_456.0, 0.01][kind];
            let point = |nth: usize| {
                Some(Point { is: scale * nth as f64, low: scale * (nth as f64 - 1.0), high: scale * 50.0 })
            };
            let line = |nth: usize| Line { name: label(nth, 0), points: (0..count).map(point).collect() };
            let curve = Curve {
                across: label(2, 0),
                up: "on average".into(),
                stops: (0..count).map(stop).collect(),
                lines: (0..=count % 6).map(line).collect(),
                ..Curve::default()
            };
            page.push_str(&curve.draw());
            let square = |at: usize| Some(Square { value: at as f64, text: "100.0".into(), told: String::new() });
            let rows = words.len().min(count);
            let heat = Heat {
                across: (label(2, 0), (0..count).map(|at| label(at, kind)).collect()),
                down: (label(kind, 0), (0..rows).map(|at| label(at, 0)).collect()),
                squares: (0..rows).map(|_| (0..count).map(square).collect()).collect(),
                range: (0.0, 40.0),
                base: Some((0, count / 2)),
                ..Heat::default()
            };
            page.push_str(&heat.draw());
        }
    }
    page
}

#[test]
fn no_label_of_any_picture_runs_into_another() {
    let folder = folder("report-gallery");
    let Some(mut browser) = browser::open(&folder) else { return };
    let page = file(&folder, "gallery.html", gallery());
    let (wrong, seen) = looked_at(&mut browser, Path::new(&page), LOOKS[0]);
    browser.picture(&folder.join("gallery.png"));
    assert!(wrong.is_empty(), "see {}:\n{}", folder.display(), wrong.join("\n"));
    assert!(seen["labels"].as_u64() > Some(1_000), "{seen}");
}

/// What looks wrong is found.
#[test]
fn a_page_that_looks_wrong_is_found_out() {
    let folder = folder("report-wrong");
    let Some(mut browser) = browser::open(&folder) else { return };
    let page = file(
        &folder,
        "wrong.html",
        "<!DOCTYPE html><meta name=viewport content='width=device-width'><body style='margin:0'>\
         <svg width=300 height=100 font-size=12><text x=10 y=20>broadsword</text><text x=50 y=22>rapier</text>\
         <text x=280 y=60>longsword</text><text x=10 y=90 font-size=5>small</text>\
         <text x=100 y=90 transform='rotate(-40 100 90)'>tilted</text>\
         <text x=120 y=90 transform='rotate(-40 120 90)'>beside</text></svg>\
         <table><tbody><tr><td style='white-space:nowrap'>0.1 and so on and on and on and on and on and on and on and on\
         </td></tr></table><table><tbody><tr><td style='display:grid' data-head=side>crown</td></tr></table><script>console.error('a complaint')</script>",
    );
    let (wrong, _) = looked_at(&mut browser, Path::new(&page), LOOKS[2]);
    for words in [
        "the page is",
        "\"broadsword\" and \"rapier\" overlap",
        "\"longsword\" leaves its picture",
        "\"small\" is",
        "\"0.1 and so on",
        "\"crown\" has no head",
    ] {
        assert_eq!(wrong.iter().filter(|one| one.starts_with(words)).count(), 1, "{words}: {wrong:#?}");
    }
    assert_eq!(wrong.len(), 6, "{wrong:#?}");
    assert!(browser.complaints().iter().any(|one| one.contains("a complaint")));
}
