//! What is read, what is refused and with which words, what lies over what, and what the schema says.

use skirmish_kernel::{Diagnostic, Embedded, Source};

use super::{Document, Row, Shape, Value, read, schema};
use crate::content::Content;
use crate::words;

words! {
    /// How large something is.
    enum Size {
        /// A dagger.
        Small = "small",
        /// A pike.
        Large = "large",
    }
}

/// Reads by one function; what is wrong comes as text.
fn by<T>(text: &str, by: impl FnOnce(&Row) -> T) -> Result<T, Vec<String>> {
    let source = Source::new("t", text);
    let document = Document::parse(&source).map_err(|wrong| said(&wrong))?;
    read(&document, by).map_err(|wrong| said(&wrong))
}

fn said(wrong: &[Diagnostic]) -> Vec<String> {
    wrong.iter().map(Diagnostic::to_string).collect()
}

#[test]
fn what_stands_there_is_read() {
    let read = by("level = 3\nshy = true\nsize = 'large'\ntitle = 'a\tb'\nbig = 0x10\nsizes = 'small'\n", |row| {
        assert_eq!(row.number("level", "", 0..=9), Some(3u8));
        assert_eq!(row.number("big", "", 0..=99), Some(16i32));
        assert_eq!(row.number::<i32>("other", "", 0..=9), None);
        assert_eq!((row.flag("shy", ""), row.one_of("size", "")), (Some(true), Some(Size::Large)));
        assert_eq!(row.some_of("sizes", ""), Some(vec![Size::Small]));
        row.line("title", "")
    });
    assert_eq!(read, Ok(Some("a b".into())));
}

#[test]
fn all_that_is_wrong_is_told_at_once_with_its_place() {
    let wrong =
        by("levl = 3\nlevel = 10\nshy = 1\nsize = 'larg'\nname = 4\nlist = 5\nhuge = 99999999999999999999", |row| {
            let _ = (row.number::<u8>("level", "", 0..=9), row.flag("shy", ""), row.one_of::<Size>("size", ""));
            let _ = (row.word("name", ""), row.words("list", ""), row.number::<u8>("huge", "", 0..=9));
            row.needs(&["side"]);
        });
    let expected = [
        "t:2:9: level = 10 (a number from 0 to 9)",
        "t:3:7: `shy` cannot be a number (`true` or `false`, without quotes)",
        "t:4:8: `size` cannot be `larg` (did you mean `large`?)",
        "t:5:8: `name` cannot be a number (a text in quotes)",
        "t:6:8: `list` cannot be a number (a list in brackets: `[…, …]`)",
        "t:7:8: this number is too large (a number from 0 to 9)",
        "t:1:1: `side` is missing here (side = …)",
        "t:1:1: there is no key `levl` here (did you mean `level`?)",
    ];
    assert_eq!(wrong.unwrap_err(), expected);
}

#[test]
fn nobody_reads_more_than_the_first_200_that_are_wrong() {
    let text: String = (0..1_000).map(|nth| format!("unknown-{nth} = {nth}\n")).collect();
    let wrong = by(&text, |row| row.flag("shy", "")).unwrap_err();
    assert_eq!(wrong.len(), 200);
    let list = (0..1_000).map(|nth| format!("'b{nth}'")).collect::<Vec<_>>().join(", ");
    let known: Vec<String> = (0..1_000).map(|nth| format!("aaaaaaaaaa{nth}")).collect();
    let wrong = by(&format!("words = [{list}]"), |row| {
        let words = row.words("words", "").unwrap_or_default();
        words.iter().filter_map(|word| row.reader().find("thing", word, &known)).count()
    });
    let wrong = wrong.unwrap_err();
    assert_eq!((wrong.len(), wrong[0].matches("aaaaaaaaaa").count()), (200, 200), "{}", wrong[0]);
}

#[test]
fn a_file_with_more_in_it_than_anybody_writes_is_refused() {
    let wrong = |text: &str| by(text, |row| row.forgive()).err();
    let list = |entries: usize| format!("a = [{}]", "1,".repeat(entries));
    assert_eq!(wrong(&list(19_999)), None);
    let expected = "t:1:1: more than 20000 keys and entries of lists (leave out what nobody in this fight has)";
    assert_eq!(wrong(&list(20_000)), Some(vec![expected.to_owned()]));
    assert_eq!(wrong(&"[[a]]\nb = 1\n".repeat(10_000)), Some(vec![expected.to_owned()]));
}

#[test]
fn of_some_numbers_only_multiples_are_possible() {
    let feet = |row: &Row| row.multiple::<u8>("feet", "", 5, 0..=180);
    assert_eq!(by("feet = 35", feet), Ok(Some(35)));
    for (text, expected) in [
        ("feet = 33", "t:1:8: feet = 33 (a multiple of 5 from 0 to 180)"),
        ("feet = 185", "t:1:8: feet = 185 (a multiple of 5 from 0 to 180)"),
        ("feet = '5'", "t:1:8: `feet` cannot be a text (a multiple of 5 from 0 to 180, without quotes)"),
    ] {
        assert_eq!(by(text, feet).unwrap_err(), [expected]);
    }
    let feet = &schema("A test", feet)["properties"]["feet"];
    assert_eq!((&feet["multipleOf"], &feet["maximum"]), (&5.into(), &180.into()));
}

#[test]
fn what_is_no_toml_is_said_with_its_place() {
    let wrong = by("level = [", |_| ()).unwrap_err();
    assert!(wrong[0].starts_with("t:1:"), "{wrong:?}");
}

/// A child with a base: keys, tables and names lie over each other, and what is wrong with the base is told once.
#[test]
fn a_table_lies_over_another() {
    let text = "[base]\nhits = 5\nspeed = 99\nskills = { swing = 3, stab = 4 }\nsaves = { will = 2, wit = 7 }\n\
                [own]\nhits = 6\nskills = { stab = 9, bite = 1 }\nsaves = { wit = 8 }\n";
    let figures = |row: &Row| {
        let skills = row.names("skills", "", &|| Shape::Number(0, 9));
        let skill = |(name, value): &(super::Word, Value)| (name.to_string(), value.number::<u8>(0..=9));
        let skills: Vec<_> = skills.iter().map(skill).collect();
        let saves =
            row.table("saves", "", |row| (row.number::<u8>("will", "", 0..=9), row.number::<u8>("wit", "", 0..=9)));
        (row.number::<u8>("hits", "", 0..=9), row.number::<u8>("speed", "", 0..=9), skills, saves)
    };
    let wrong = by(text, |root| {
        root.table("base", "", |base| {
            figures(base);
            root.table("own", "", |own| {
                let (hits, speed, skills, saves) = figures(&own.over(base));
                assert_eq!((hits, speed), (Some(6), None));
                let named = |name: &str, value| (name.to_owned(), Some(value));
                assert_eq!(skills, [named("swing", 3), named("stab", 9), named("bite", 1)]);
                assert_eq!(saves, (Some(2), Some(8)));
                assert!(own.own().number::<u8>("hits", "", 0..=9).is_some() && !own.own().has("speed"));
            });
        });
    });
    assert_eq!(wrong, Err(vec!["t:3:9: speed = 99 (a number from 0 to 9)".to_owned()]));
}

/// Tables with names lie over those of the same name below.
#[test]
fn tables_are_merged_by_their_names() {
    let text = "[base]\nweapon = [{ name = 'bite', hit = 1, harm = 2 }, { name = 'horn', hit = 77 }]\n\
                [own]\nweapon = [{ name = 'claw' }, { name = 'bite', hit = 5, harms = 3 }]\n";
    let weapons = |row: &Row| {
        row.named_tables("weapon", "", |row| {
            let number = |key| row.number::<u8>(key, "", 0..=9);
            (row.needed("name", "").to_string(), number("hit"), number("harm"))
        })
    };
    let wrong = by(text, |root| {
        root.table("base", "", |base| {
            weapons(base);
            root.table("own", "", |own| {
                let row = own.over(base);
                let named = |name: &str, hit, harm| (name.to_owned(), hit, harm);
                let expected = [named("claw", None, None), named("bite", Some(5), Some(2)), named("horn", None, None)];
                assert_eq!(weapons(&row), expected);
                assert_eq!(row.layers().iter().map(|layer| layer.has("weapon")).collect::<Vec<_>>(), [true, true]);
            });
        });
    });
    let expected =
        ["t:2:72: hit = 77 (a number from 0 to 9)", "t:4:56: there is no key `harms` here (did you mean `harm`?)"];
    assert_eq!(wrong.unwrap_err(), expected);
}

#[test]
fn numbers_may_be_halves_and_stand_in_lists() {
    let read = |row: &Row| {
        let halves = row.halves::<i32>("rate", "", 0..=10);
        (halves, row.numbers::<u8>("costs", "", 0..=9), row.array::<i8, 2>("piece", "", [0..=9, -5..=5]))
    };
    assert_eq!(by("rate = 1.5\ncosts = [1, 2]\npiece = [3, -4]", read), Ok((Some(3), Some(vec![1, 2]), Some([3, -4]))));
    assert_eq!(by("rate = 2", read), Ok((Some(4), None, None)));
    for (text, expected) in [
        ("rate = 0.7", "t:1:8: rate = 0.7 (from 0 to 5 in steps of 0.5)"),
        ("costs = [1, 10]", "t:1:13: costs = 10 (a number from 0 to 9)"),
        ("piece = [1, 6]", "t:1:13: piece = 6 (a number from -5 to 5)"),
        (
            "piece = [1]",
            "t:1:9: `piece` has 1 entries (a list of 2: a whole number from 0 to 9, without quotes; then a whole number \
             from -5 to 5, without quotes)",
        ),
    ] {
        assert_eq!(by(text, read).unwrap_err(), [expected]);
    }
}

#[test]
fn kinds_have_keys_of_their_own() {
    let effect = |row: &Row| {
        row.table_if("effect", "", |row| {
            row.kind("kind", "", &[("heal", &|row| row.number::<u8>("hits", "", 1..=9).unwrap_or(0)), ("hide", &|_| 0)])
        })
    };
    assert_eq!(by("effect = { kind = 'heal', hits = 4 }", effect), Ok(Some(Some(4))));
    assert_eq!(by("", effect), Ok(None));
    let wrong = by("effect = { kind = 'hide', hits = 4 }", effect).unwrap_err();
    assert_eq!(wrong, ["t:1:27: there is no key `hits` here (known here: kind)"]);
    let wrong = by("effect = { kind = 'hid', hits = 4 }", effect).unwrap_err();
    assert_eq!(wrong, ["t:1:19: `kind` cannot be `hid` (did you mean `hide`?)"]);
    let wrong = by("effect = { hits = 4 }", effect).unwrap_err();
    assert!(wrong[0].contains("`kind` is missing here"), "{wrong:?}");
}

#[test]
fn a_file_adds_to_the_books_content_and_replaces_it() {
    static FILES: &[Embedded] =
        &[Embedded { name: "blades", text: "[[blade]]\nname = 'dirk'\nharm = 1\n[[blade]]\nname = 'sword'\nharm = 3" }];
    static CONTENT: Content = Content::new(FILES);
    let blades = |row: &Row| {
        let harm = |row: &Row| row.number::<u8>("harm", "", 0..=9).unwrap_or(0);
        let all = row.library("blade", "", "a blade", 3, CONTENT.documents(), harm);
        all.into_iter().map(|blade| (blade.name, blade.of)).collect::<Vec<_>>()
    };
    let own = "[[blade]]\nname = 'sword'\nharm = 4\n[[blade]]\nname = 'axe'\nabout = 'heavy'\n";
    let named = |name: &str, harm| (name.to_owned(), harm);
    assert_eq!(by(own, blades), Ok(vec![named("dirk", 1), named("sword", 4), named("axe", 0)]));
    let wrong = by(&format!("{own}[[blade]]\nname = 'Big Axe'\n"), blades).unwrap_err();
    let expected = [
        "t:8:8: `Big Axe` cannot name a blade (lower case letters, digits and hyphens, as people type it)",
        "t:1:1: 4 entries of `blade` (at most 3 are possible)",
    ];
    assert_eq!(wrong, expected);
}

/// The schema says what the reader asks for, and nothing else.
#[test]
fn the_schema_is_what_is_asked_for() {
    let heal = |row: &Row| {
        row.needs(&["all"]);
        row.flag("all", "Everybody?")
    };
    let schema = schema("A test", |row| {
        row.needs(&["name"]);
        let _ = (row.word("name", "Its name."), row.one_of::<Size>("size", "How large it is."));
        row.tables("part", "Its parts.", |row| row.number::<u8>("weight", "In pounds.", 1..=9));
        row.table_if("effect", "What it does.", |row| {
            row.kind("kind", "Which.", &[("heal", &heal), ("hide", &|_| None)])
        });
    });
    let expected = serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A test",
        "type": "object",
        "additionalProperties": false,
        "required": ["name"],
        "properties": {
            "name": { "type": "string", "description": "Its name." },
            "size": { "type": "string", "enum": ["small", "large"], "description": "How large it is." },
            "part": {
                "type": "array", "description": "Its parts.",
                "items": {
                    "type": "object", "additionalProperties": false,
                    "properties": { "weight": {
                        "type": "integer", "minimum": 1, "maximum": 9, "description": "In pounds.",
                    } },
                },
            },
            "effect": {
                "description": "What it does.",
                "oneOf": [
                    {
                        "type": "object", "additionalProperties": false, "required": ["kind", "all"],
                        "properties": {
                            "kind": { "const": "heal", "description": "Which." },
                            "all": { "type": "boolean", "description": "Everybody?" },
                        },
                    },
                    {
                        "type": "object", "additionalProperties": false, "required": ["kind"],
                        "properties": { "kind": { "const": "hide", "description": "Which." } },
                    },
                ],
            },
        },
    });
    assert_eq!(schema, expected);
}
