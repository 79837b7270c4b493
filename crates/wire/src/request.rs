//! What a program says.

use serde::Deserialize;
use serde_json::{Map, Number, Value};
use skirmish_kernel::Follow;

/// What a program wants: `{"do": "answer", "line": "Kestrel: blade at Tarn"}`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Want {
    /// Gives a line of a transcript: a choice (`Kestrel: air-blast at Ogre`), faces (`roll Kestrel 4 1 6`), and of the game
    /// master an edict (`gm: Ogre.hp = 12`).
    Answer {
        /// The line. While one person alone is asked, the name may be left out.
        line: String,
    },
    /// Lets the battle's own generator throw the dice that are awaited.
    Roll {
        /// Of this one only.
        who: Option<String>,
    },
    /// Takes the usual answer to the question that is asked.
    Usual {},
    /// Takes the answer that does least, so that time passes.
    Pass {},
    /// Lets a policy choose.
    Decide {
        /// `plain`, `random`, `greedy`, `rollout:50` …; the usual one by default.
        policy: Option<String>,
        /// For this one only; otherwise for all who are asked.
        who: Option<String>,
    },
    /// Takes back the last answers, with all that followed.
    Undo {
        /// How many, or as many as there are; 1 by default.
        times: Option<u32>,
    },
    /// Does again what was taken back.
    Redo {
        /// How many, or as many as there are; 1 by default.
        times: Option<u32>,
    },
    /// To the moment before an entry.
    Goto {
        /// Its number, as lines of the log have it: from 0.
        entry: usize,
    },
    /// What would be if an entry had been another line. It is so once `accept` is said; until then nothing else is taken.
    Change {
        /// Its number, as lines of the log have it: from 0.
        entry: usize,
        /// The line of a transcript that stands there instead; an edict comes before the entry.
        line: String,
    },
    /// Makes the changed past the past.
    Accept {},
    /// Leaves everything as it is.
    Reject {},
    /// After a leap in time: what goes by itself goes on.
    GoOn {},
    /// The present.
    State {},
    /// Everything that has happened.
    Log {},
    /// The odds of a choice, or of what is awaited.
    Odds {
        /// In notation.
        choice: Option<String>,
        /// On through what is under way, not only to the end of the running step.
        #[serde(default)]
        through: bool,
        /// So many acts in all, from 2 to 60, everybody going on by the usual policy after the first; not with `through`.
        acts: Option<u32>,
        /// The most branches; 100,000 by default.
        budget: Option<u64>,
        /// How often it is played where there are more branches; 0 by default: it is refused then.
        #[serde(default)]
        samples: u64,
        /// Seed of the samples; the battle's by default.
        seed: Option<u64>,
    },
    /// What bears on a choice: cost, range, what stands between.
    Facts {
        /// In notation.
        choice: String,
    },
    /// A creature's sheet, line by line.
    Sheet {
        /// Whose.
        who: String,
    },
    /// One field.
    Read {
        /// Its path: `Ogre.hp`.
        path: String,
    },
    /// How one creature stands to another.
    Between {
        /// From whom.
        from: String,
        /// To whom.
        to: String,
    },
    /// What a policy would choose. Nothing changes.
    Propose {
        /// Which; the usual one by default.
        policy: Option<String>,
    },
    /// The battle as a transcript.
    Save {},
    /// A line as people type it at the table: `why 12`, `rules cover`, `seat water plain`.
    Say {
        /// The line.
        line: String,
    },
    /// Leaves the table; the battle is kept.
    Quit {},
}

/// A request, and what belongs to every one of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// Given back with the answer: any text or number.
    pub id: Option<Value>,
    /// With whose eyes or voice; without it, those of the table.
    pub viewer: Option<String>,
    /// What is wanted.
    pub want: Want,
}

/// A line that is no request.
#[derive(Clone, PartialEq, Debug)]
pub struct Wrong {
    /// Its id, if that could be read.
    pub id: Option<Value>,
    /// Why, in one sentence.
    pub why: String,
}

impl Request {
    /// Reads a line.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(line: &str) -> Result<Self, Wrong> {
        let nameless = |why: String| Wrong { id: None, why };
        let value: Value = serde_json::from_str(line).map_err(|error| nameless(format!("this is no JSON: {error}")))?;
        let Value::Object(mut object) = value else {
            return Err(nameless(format!("a request is an object, {EXAMPLE}")));
        };
        let id = object.remove("id");
        if id.as_ref().is_some_and(|id| !(id.is_string() || id.is_number())) {
            return Err(nameless("`id` is a text or a number".into()));
        }
        if id.as_ref().and_then(Value::as_number).is_some_and(is_rounded) {
            return Err(nameless("`id` is a number of too many digits: a text comes back as it is".into()));
        }
        let wrong = |why: String| Wrong { id: id.clone(), why };
        let viewer = match object.remove("viewer") {
            None => None,
            Some(Value::String(viewer)) => Some(viewer),
            Some(_) => return Err(wrong("`viewer` is a text: gm, spectator, a side, or names of creatures".into())),
        };
        let want = Self::want(object).map_err(wrong)?;
        Ok(Self { id, viewer, want })
    }

    fn want(object: Map<String, Value>) -> Result<Want, String> {
        let Some(word) = object.get("do").map(|word| word.as_str().map(str::to_owned)) else {
            return Err(format!("`do` is missing, {EXAMPLE}"));
        };
        let Some(word) = word else { return Err("`do` is a text".into()) };
        let want = serde_json::from_value(Value::Object(object)).map_err(|error| match words().contains(&word) {
            true => format!("`{word}`: {}", plainly(&error.to_string())),
            false => format!(
                "nothing is called `{}`{}",
                skirmish_kernel::words::short(&word),
                skirmish_kernel::words::did_you_mean(&word, words().iter().map(String::as_str))
            ),
        })?;
        match want {
            Want::Odds { through: true, acts: Some(_), .. } => {
                Err("`odds`: `through` and `acts` say both how far it is followed; one will do".into())
            }
            Want::Odds { acts: Some(acts), .. } if !(2..=Follow::MOST).contains(&acts) => {
                Err(format!("`odds`: `acts` is a whole number from 2 to {}", Follow::MOST))
            }
            want => Ok(want),
        }
    }
}

/// What is wrong with a request, in words that know no programming language.
fn plainly(error: &str) -> String {
    let Some((is, wanted)) = error.rsplit_once(", expected ") else { return error.to_owned() };
    let is = is.strip_prefix("invalid value: ").or(is.strip_prefix("invalid type: ")).unwrap_or(is);
    let (is, wanted) = match (is, wanted) {
        ("null", _) => ("nothing", wanted),
        _ => (is, wanted),
    };
    let wanted = match wanted {
        "usize" | "u64" => "a whole number from 0 on",
        "u32" => "a whole number from 0 to 4294967295",
        "a string" => "a text",
        "a boolean" => "true or false",
        other => other,
    };
    let is = is.replacen("integer ", "", 1).replacen("floating point ", "", 1).replacen("string ", "the text ", 1);
    format!("{wanted} is wanted, not {is}")
}

/// Does a number have more digits than are kept?
fn is_rounded(number: &Number) -> bool {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    number.is_f64() && number.as_f64().is_none_or(|value| value.abs() >= EXACT)
}

const EXAMPLE: &str = "such as {\"do\": \"answer\", \"line\": \"Kestrel: pass\"}";

/// Everything that can be wanted.
fn words() -> Vec<String> {
    let schema = crate::schema();
    let requests = schema["$defs"]["request"]["oneOf"].as_array().into_iter().flatten();
    requests.filter_map(|one| one["properties"]["do"]["const"].as_str().map(str::to_owned)).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
    use serde_json::Value;

    use super::{Request, Want, words};

    /// The schema of a request: what is wanted, with what belongs to every one.
    pub(crate) fn schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Want::json_schema(generator);
        let more: [(&str, Schema); 2] = [
            ("id", json_schema!({ "type": ["string", "number"], "description": "Given back with the answer." })),
            (
                "viewer",
                json_schema!({
                    "type": "string",
                    "description": "With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; \
                                    without it, those of the table.",
                }),
            ),
        ];
        let variants = schema.get_mut("oneOf").and_then(Value::as_array_mut);
        for properties in variants.into_iter().flatten().filter_map(|one| one["properties"].as_object_mut()) {
            properties.extend(more.iter().map(|(name, of)| ((*name).to_owned(), of.clone().to_value())));
        }
        schema
    }

    #[test]
    fn requests_are_read() {
        let read = Request::read(r#"{"id": 7, "do": "odds", "choice": "pass", "through": true, "viewer": "wind"}"#);
        let read = read.unwrap();
        assert_eq!((read.id, read.viewer.as_deref()), (Some(7.into()), Some("wind")));
        let choice = Some("pass".to_owned());
        assert_eq!(read.want, Want::Odds { choice, through: true, acts: None, budget: None, samples: 0, seed: None });
        assert_eq!(Request::read(r#"{"do":"go-on"}"#).unwrap().want, Want::GoOn {});
        assert_eq!(words().len(), 23);
    }

    #[test]
    fn what_is_none_says_why() {
        let why = |line: &str| Request::read(line).unwrap_err().why;
        assert!(why("{").starts_with("this is no JSON: EOF"), "{}", why("{"));
        assert!(why("[1]").contains("an object, such as {"));
        assert!(why("{}").contains("`do` is missing"));
        assert_eq!(why(r#"{"do":"anwser"}"#), "nothing is called `anwser`; did you mean `answer`?");
        assert!(why(r#"{"do":"answer"}"#).contains("missing field `line`"));
        assert!(why(r#"{"do":"answer","lime":"x"}"#).contains("unknown field `lime`"));
        let said = [
            (r#"{"do":"goto","entry":-1}"#, "`goto`: a whole number from 0 on is wanted, not `-1`"),
            (r#"{"do":"goto","entry":1.5}"#, "`goto`: a whole number from 0 on is wanted, not `1.5`"),
            (
                r#"{"do":"undo","times":"a"}"#,
                "`undo`: a whole number from 0 to 4294967295 is wanted, not the text \"a\"",
            ),
            (r#"{"do":"answer","line":null}"#, "`answer`: a text is wanted, not nothing"),
            (r#"{"do":"odds","through":3}"#, "`odds`: true or false is wanted, not `3`"),
        ];
        said.iter().for_each(|(line, words)| assert_eq!(why(line), *words));
        for acts in [0, 1, 61] {
            let why = why(&format!(r#"{{"do":"odds","acts":{acts}}}"#));
            assert_eq!(why, "`odds`: `acts` is a whole number from 2 to 60");
        }
        assert!(why(r#"{"do":"odds","acts":2,"through":true}"#).contains("one will do"));
        assert!(why(r#"{"do":"log","id":123456789012345678901234567890}"#).contains("too many digits"));
        assert!(Request::read(r#"{"do":"log","id":18446744073709551615}"#).is_ok());
        let wrong = Request::read(r#"{"id":"a","do":3}"#).unwrap_err();
        assert_eq!((wrong.id, wrong.why.as_str()), (Some("a".into()), "`do` is a text"));
    }
}
