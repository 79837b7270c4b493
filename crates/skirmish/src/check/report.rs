//! What is said of one transcript, and of all.

use serde_json::{Value, json};
use skirmish_kernel::{Checked, Diagnostic, Failure};

use super::Verdict;
use crate::diagnose;
use crate::exit::Fault;
use crate::out::Out;

/// Failures of one transcript that are shown; the first one is often the cause of the rest.
const MOST_FAILURES: usize = 10;

pub(super) fn verdict(name: &str, verdict: &Verdict, json: bool, out: &mut Out) {
    if let (Verdict::Played(checked), false) = (verdict, json) {
        hints(checked, out);
    }
    match verdict {
        Verdict::Skipped => {}
        _ if json => out.json(as_json(name, verdict)),
        Verdict::Played(checked) if checked.passed() => {}
        Verdict::Played(checked) => failures(name, checked, out),
        Verdict::Unusable(fault) => {
            out.line(out.paint().bad(&format!("cannot use {name}")));
            // What is wrong stands on standard error, after what was said until now.
            out.flush();
            diagnose::report(fault);
        }
    }
}

/// What older names are called now. They are understood, so nothing has failed.
fn hints(checked: &Checked, out: &mut Out) {
    if !checked.hints.is_empty() {
        out.flush();
    }
    for hint in &checked.hints {
        let (line, _) = hint.position();
        diagnose::note(&format!("{}:{line}: {}", hint.source.name, hint.message));
    }
}

pub(super) fn closing(passed: usize, failed: usize, json: bool, out: &mut Out) {
    if json {
        out.json(json!({ "passed": passed, "failed": failed }));
        return;
    }
    let text = format!("{passed} passed, {failed} failed");
    out.line(if failed == 0 { out.paint().good(&text) } else { out.paint().bad(&text) });
}

fn failures(name: &str, checked: &Checked, out: &mut Out) {
    out.line(out.paint().bad(&format!("failed {name}")));
    for failure in checked.failures.iter().take(MOST_FAILURES) {
        let shown = Diagnostic { label: String::new(), ..failure.diagnostic.clone() };
        out.text(&diagnose::drawn(&Fault::File(vec![shown]), out.look()));
        compared(failure, out);
    }
    let more = checked.failures.len().saturating_sub(MOST_FAILURES);
    if more > 0 {
        out.line(format_args!("  and {more} more in this transcript"));
    }
    out.line("");
}

fn compared(failure: &Failure, out: &mut Out) {
    if !failure.expected.is_empty() {
        out.line(format_args!("    expected: {}", failure.expected));
        out.line(format_args!("    actual:   {}", failure.actual));
    }
    for line in &failure.detail {
        out.line(format_args!("    {line}"));
    }
}

fn as_json(name: &str, verdict: &Verdict) -> Value {
    let hints: Vec<Value> = match verdict {
        Verdict::Played(checked) => checked.hints.iter().map(diagnostic_json).collect(),
        _ => Vec::new(),
    };
    let (passed, expectations, failures, errors) = match verdict {
        Verdict::Played(checked) => {
            let failures = checked.failures.iter().map(failure_json).collect();
            (checked.passed(), checked.expectations, failures, Vec::new())
        }
        Verdict::Unusable(fault) => (false, 0, Vec::new(), errors(fault)),
        Verdict::Skipped => (false, 0, Vec::new(), Vec::new()),
    };
    let (failures, errors): (Vec<Value>, Vec<Value>) = (failures, errors);
    json!({ "file": name, "passed": passed, "expectations": expectations, "failures": failures, "errors": errors, "hints": hints })
}

fn failure_json(failure: &Failure) -> Value {
    let (line, column) = failure.diagnostic.position();
    json!({
        "line": line, "column": column, "message": failure.diagnostic.message,
        "expected": failure.expected, "actual": failure.actual, "detail": failure.detail,
    })
}

fn errors(fault: &Fault) -> Vec<Value> {
    match fault {
        Fault::Plain { message, help } => {
            vec![json!({ "line": null, "column": null, "message": message, "help": help })]
        }
        Fault::File(diagnostics) => diagnostics.iter().map(diagnostic_json).collect(),
    }
}

fn diagnostic_json(diagnostic: &Diagnostic) -> Value {
    let (line, column) = diagnostic.position();
    json!({ "line": line, "column": column, "message": diagnostic.message, "help": diagnostic.help })
}
