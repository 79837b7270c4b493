//! The page as HTML: every text that comes from a file is escaped here, and nowhere else.

use std::fmt::{self, Display, Write};

use super::{Entry, Page, Picture, Section, Table};
use crate::pictures::Kind;

const STYLE: &str = include_str!("style.css");
const SORT: &str = include_str!("sort.js");
const EXACT: &str = include_str!("exact.html");
const SAMPLED: &str = include_str!("sampled.html");
const BOTH: &str = include_str!("both.html");

/// Writing to a text cannot fail.
macro_rules! put {
    ($out:expr, $($arg:tt)*) => { let _ = write!($out, $($arg)*); };
}

/// A text that is shown as it is, in an element or in quotes.
struct Shown<'t>(&'t str);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' | '<' | '>' | '"' | '\'' => write!(f, "&#{};", u32::from(c)),
            c => f.write_char(c),
        })
    }
}

pub(crate) fn page(page: &Page<'_>) -> String {
    let mut out = String::new();
    head(&mut out, page);
    answer(&mut out, page);
    replays(&mut out, page);
    page.sections.iter().for_each(|one| section(&mut out, one));
    how(&mut out, page);
    put!(out, "</main>\n<script>\n{SORT}</script>\n</body>\n</html>\n");
    out
}

fn head(out: &mut String, page: &Page<'_>) {
    let (question, size, name) = (Shown(&page.question), Shown(&page.size), Shown(&page.name));
    put!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n<title>{question}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<a class=\"skip\" href=\"#answer\">To the answer</a>\n<header>\n<h1>{question}</h1>\n\
         <p class=\"soft\">{size}. The plan is <code>{name}</code>.</p>\n</header>\n<main>\n"
    );
}

fn answer(out: &mut String, page: &Page<'_>) {
    if let Some(missing) = &page.missing {
        put!(out, "<p class=\"missing\" role=\"status\">{}</p>\n", Shown(missing));
    }
    put!(
        out,
        "<section id=\"answer\" class=\"answer\" aria-labelledby=\"answer-head\" tabindex=\"-1\">\n\
         <h2 id=\"answer-head\" style=\"border: 0; margin-top: 0.5rem; padding: 0\">The answer</h2>\n"
    );
    for section in &page.sections {
        put!(out, "<h3>{}</h3>\n<ul>\n", Shown(&section.heading));
        section.sentences.iter().for_each(|sentence| {
            // A number and its sign stay together.
            put!(out, "<li>{}</li>\n", Shown(&sentence.replace(" %", "\u{a0}%")));
        });
        put!(out, "</ul>\n");
    }
    put!(out, "</section>\n");
}

/// Fights that can be looked at, of every encounter, where nobody has to search for them.
fn replays(out: &mut String, page: &Page<'_>) {
    if page.sections.iter().all(|section| section.replays.is_empty()) {
        return;
    }
    put!(
        out,
        "<section aria-labelledby=\"replays\">\n<h2 id=\"replays\">Fights to believe it by</h2>\n<p>In the folder of this \
         report; <code>skirmish run FILE</code> tells one, <code>skirmish play FILE</code> takes it up.</p>\n"
    );
    for section in page.sections.iter().filter(|section| !section.replays.is_empty()) {
        if page.sections.len() > 1 {
            put!(out, "<h3>{}</h3>\n", Shown(&section.heading));
        }
        put!(out, "<ul>\n");
        for own in section.replays.chunk_by(|one, other| one.cell == other.cell) {
            put!(out, "<li>{}", Shown(own.first().map_or("", |replay| &replay.label)));
            for replay in own {
                put!(out, "<br/>{}: <code>{}</code>", Shown(&replay.what), Shown(replay.file));
            }
            put!(out, "</li>\n");
        }
        put!(out, "</ul>\n");
    }
    put!(out, "</section>\n");
}

/// What answers the question comes first, and everybody's fate last.
fn section(out: &mut String, section: &Section<'_>) {
    let (id, heading, game) = (Shown(&section.id), Shown(&section.heading), Shown(&section.game));
    put!(out, "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{heading}</h2>\n<p class=\"soft\">{game}</p>\n");
    let (leading, others): (Vec<&Picture>, Vec<&Picture>) = section.pictures.iter().partition(|one| one.leads);
    let (last, tables) = section.tables.split_last().map_or((None, [].as_slice()), |(last, rest)| (Some(last), rest));
    pictures(out, &leading);
    tables.iter().for_each(|one| table(out, one));
    pictures(out, &others);
    last.into_iter().for_each(|one| table(out, one));
    put!(out, "</section>\n");
}

fn pictures(out: &mut String, pictures: &[&Picture]) {
    if pictures.is_empty() {
        return;
    }
    put!(out, "<div class=\"pictures\">\n");
    for picture in pictures {
        // A picture is markup already.
        let class = match picture.kind {
            Kind::Curve => "curve",
            Kind::Map => "map",
            Kind::WideMap => "map wide",
        };
        let caption = Shown(&picture.caption);
        put!(
            out,
            "<figure class=\"{class}\">\n<div class=\"picture\">{}</div><figcaption>{caption}</figcaption>\n</figure>\n",
            picture.svg
        );
    }
    put!(out, "</div>\n");
}

/// A table that a narrow screen shows row by row, each value with its head; so its parts say what they are.
fn table(out: &mut String, table: &Table) {
    let (id, caption) = (Shown(&table.id), Shown(&table.caption));
    put!(
        out,
        "<div class=\"scroll\" role=\"region\" aria-labelledby=\"{id}\" tabindex=\"0\">\n<table class=\"sorts\" role=\"table\">\n\
         <caption id=\"{id}\">{caption}</caption>\n<thead role=\"rowgroup\"><tr role=\"row\">"
    );
    table.heads.iter().for_each(|head| {
        put!(out, "<th scope=\"col\" role=\"columnheader\">{}</th>", Shown(head));
    });
    put!(out, "</tr></thead>\n<tbody role=\"rowgroup\">\n");
    for row in &table.rows {
        put!(out, "<tr role=\"row\">");
        for (nth, (entry, head)) in row.iter().zip(&table.heads).enumerate() {
            let element = if nth == 0 { "th scope=\"row\" role=\"rowheader\"" } else { "td role=\"cell\"" };
            cell(out, entry, head, element);
        }
        put!(out, "</tr>\n");
    }
    put!(out, "</tbody>\n</table>\n");
    if table.more > 0 {
        put!(out, "<p>{} more rows are in <code>cells.csv</code>.</p>\n", table.more);
    }
    put!(out, "</div>\n");
}

/// A value with its head, for where no head stands over it. A number is broken before its interval, and nowhere else.
fn cell(out: &mut String, entry: &Entry, head: &str, element: &str) {
    put!(out, "<{element} data-head=\"{}\"", Shown(head));
    if let Some(sort) = &entry.sort {
        put!(out, " data-sort=\"{}\"", Shown(sort));
    }
    put!(out, ">");
    match (&entry.sort, entry.text.split_once(" (")) {
        (Some(_), Some((value, rest))) => {
            let (interval, more) = rest.split_once(')').unwrap_or((rest, ""));
            let (value, interval, more) = (Shown(value), Shown(interval), Shown(more));
            put!(out, "<div><span>{value}</span> <span>({interval})</span>{more}</div>");
        }
        _ => {
            put!(out, "{}", Shown(&entry.text));
        }
    }
    put!(out, "</{}>", element.split(' ').next().unwrap_or(element));
}

fn how(out: &mut String, page: &Page<'_>) {
    let numbers = if page.is_exact { EXACT } else { SAMPLED };
    put!(
        out,
        "<section aria-labelledby=\"how\">\n<h2 id=\"how\">How to read this</h2>\n<ul>\n{numbers}{BOTH}</ul>\n\
         <h3>The plan</h3>\n<pre tabindex=\"0\">{}</pre>\n</section>\n",
        Shown(&page.plan)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_from_a_file_is_no_markup() {
        let nasty = "<script>alert('\"&\"')</script>";
        let replays = vec![super::super::Told { cell: 0, label: nasty.into(), file: nasty, what: nasty.into() }];
        let entry = || Entry { text: nasty.into(), sort: Some(nasty.into()) };
        let tables = vec![Table {
            id: "t".into(),
            caption: nasty.into(),
            heads: vec![nasty.into()],
            rows: vec![vec![entry(), entry()]],
            more: 3,
        }];
        let section = Section {
            id: "s".into(),
            heading: nasty.into(),
            game: nasty.into(),
            sentences: vec![nasty.into()],
            pictures: Vec::new(),
            tables,
            replays,
        };
        let (question, size, plan, name) = (nasty.into(), nasty.into(), nasty.into(), nasty.into());
        let whole =
            Page { question, size, is_exact: true, missing: Some(nasty.into()), sections: vec![section], plan, name };
        let text = page(&whole);
        assert_eq!(text.matches("<script>").count(), 1, "{text}");
        assert!(
            !text.contains("alert('") && text.contains("&#60;script&#62;alert(&#39;&#34;&#38;&#34;&#39;)"),
            "{text}"
        );
        assert!(text.contains("3 more rows"));
    }
}
