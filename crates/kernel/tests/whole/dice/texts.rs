//! Tests: everything written is read, everything refused says where, why and what to write instead.

use proptest::prelude::*;

use super::randomness::any_dice;
use skirmish_kernel::dice::{
    Dice, DiceError, Evaluated, Expression, ExpressionError, Fit, Forced, MAX_NUMBER, Name, Sign, Term,
};

fn dice(text: &str) -> Dice {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn expression(text: &str) -> Expression {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn notation_is_read_and_written() {
    let cases = [
        ("6d6", "6d6"),
        ("d20", "1d20"),
        (" 2D20KH1 ", "2d20kh1"),
        ("2d20kh", "2d20kh1"),
        ("2d20 kl1", "2d20kl1"),
        ("4d6kl3", "4d6kl3"),
        ("4d6dl1", "4d6kh3"),
        ("4d6dh1", "4d6kl3"),
        ("4d6dl0", "4d6"),
        ("2d6kh2", "2d6"),
        ("8d6>=4", "8d6>=4"),
        ("8d6 >= 4", "8d6>=4"),
        ("8d6≤2", "8d6<=2"),
        ("d%", "1d100"),
        ("0d6>=4", "0d6>=4"),
        ("40d8", "40d8"),
        ("12d1000", "12d1000"),
    ];
    for (text, canonical) in cases {
        assert_eq!(dice(text).to_string(), canonical, "{text}");
    }
}

#[test]
fn notation_is_refused_with_a_place_and_a_way_out() {
    let cases = [
        ("4d6k3", 3..5, "`4d6kh3` or `4d6kl3`"),
        ("4d6k", 3..4, "`4d6kh1`"),
        ("4d6d1", 3..5, "`4d6dl1` or `4d6dh1`"),
        ("8d6>4", 3..5, "`8d6>=4` or `8d6>=5`"),
        ("8d6>6", 3..5, "`8d6>=` and a face from 1 to 6"),
        ("8d6<2", 3..5, "`8d6<=2` or `8d6<=1`"),
        ("8d6=4", 3..5, "`8d6>=`"),
        ("8d6cs>=4", 3..8, "`8d6>=4`"),
        ("8d6r1", 3..5, "`ro` once in both"),
        ("8d6ro1", 3..6, "`ro` once in both"),
        ("8d6!", 3..4, "explodes in Roll20"),
        ("8d6x6", 3..5, "explodes in Roll20"),
        ("8d6+1", 3..4, "known are"),
        ("8d6>=", 3..5, "`8d6>=4`"),
        ("six", 0..3, "written like"),
        ("", 0..0, "written like"),
        ("6", 0..1, "written like"),
    ];
    for (text, span, hint) in cases {
        let error = text.parse::<Dice>().unwrap_err();
        assert_eq!(error.span, span, "{text}: {error}");
        assert!(error.to_string().contains(hint), "{text}: {error}");
    }
}

#[test]
fn limits_are_refused_with_the_bound() {
    let cases = [
        ("41d6", "41 dice are too many: at most 40 in one throw"),
        ("d0", "no die has 0 sides: 1 to 1000"),
        ("d1001", "no die has 1001 sides: 1 to 1000"),
        ("40d9", "40d9 has too many outcomes to count exactly: at most 37 dice of 9 sides"),
        ("8d6>=7", "a d6 has no face 7: 1 to 6"),
        ("8d6<=0", "a d6 has no face 0: 1 to 6"),
        ("2d20kh3", "keeps 3 of 2 dice: at least 1, at most 2"),
        ("2d20dl3", "keeps -1 of 2 dice: at least 1, at most 2"),
    ];
    for (text, message) in cases {
        assert_eq!(text.parse::<Dice>().unwrap_err().message, message);
    }
    let long = format!("{}d6", "1".repeat(10_000_000));
    assert!(long.parse::<Dice>().unwrap_err().message.contains("longer than"));
    assert!(long.parse::<Expression>().unwrap_err().message.contains("longer than"));
    assert!(long.parse::<Forced>().unwrap_err().message.contains("longer than"));
}

#[test]
fn pools_grow_and_shrink() {
    assert_eq!(dice("2d6>=4").more(-3).unwrap(), dice("0d6>=4"));
    assert_eq!(dice("5d6>=4").more(3).unwrap(), dice("8d6>=4"));
    assert_eq!(dice("2d20kh1").more(1).unwrap(), dice("3d20kh1"));
    assert_eq!(dice("2d20kh1").more(i32::MIN).unwrap(), dice("0d20"));
    assert_eq!(dice("4d6kh3").more(-2), Err(DiceError::Keep { keep: 3, count: 2 }));
    assert_eq!(dice("4d6").more(i32::MAX), Err(DiceError::Count(i32::MAX.unsigned_abs())));
}

#[test]
fn faces_are_read() {
    assert_eq!(dice("4d6kh3").natural(&[1, 6, 2, 5]), 13);
    assert_eq!(dice("4d6kl3").natural(&[1, 6, 2, 5]), 8);
    assert_eq!(dice("2d20kh1").natural(&[3, 17]), 17);
    assert_eq!(dice("2d20kl1").natural(&[3, 17]), 3);
    assert_eq!(dice("3d6<=2").natural(&[1, 2, 3]), 2);
    assert_eq!(dice("4d6kh3").natural(&[6]), 6);
    assert_eq!(dice("2d6").natural(&[1, 2, 3]), 3);
    assert_eq!(dice("40d1").natural(&[u16::MAX; 50]), 40 * 65_535);
}

#[test]
fn expressions_are_read_and_written() {
    let cases = [
        ("AB+Int+3d6", "AB+Int+3d6"),
        ("2*Str+1d6", "2*Str+1d6"),
        ("2×Str + d6 + 1", "2*Str+1d6+1"),
        ("Str * 2", "2*Str"),
        ("-1+2d6", "-1+2d6"),
        ("−Str·3", "-3*Str"),
        ("1d20-1d4", "1d20-1d4"),
        ("AB + 8d6 >= 4 + 2", "AB+8d6>=4+2"),
        ("d20-bleed_penalty", "1d20-bleed_penalty"),
        ("dex+d6", "dex+1d6"),
        ("Stärke.mod", "Stärke.mod"),
        ("-0", "+0"),
    ];
    for (text, canonical) in cases {
        let canonical = canonical.strip_prefix('+').unwrap_or(canonical);
        assert_eq!(expression(text).to_string(), canonical, "{text}");
    }
}

#[test]
fn expressions_are_refused_with_a_place_and_a_way_out() {
    let cases = [
        ("", 0..0, "is missing"),
        ("Str+", 4..4, "is missing"),
        ("1++2", 2..3, "is missing"),
        ("Str 2", 4..5, "`+` or `-` is missing"),
        ("2Str", 0..4, "write `2*Str`"),
        ("2dex", 0..4, "write `2*dex`"),
        ("2*1d6", 2..3, "only a name"),
        ("2*3", 2..3, "only a name"),
        ("1d6*2", 3..4, "cannot be multiplied"),
        ("Str/2", 3..4, "no division"),
        ("1.5", 0..2, "only whole numbers"),
        ("1000001", 0..7, "beyond 1000000"),
        ("AB+4d6k3", 6..8, "`4d6kh3`"),
        ("AB+4d6k3+2", 6..8, "`4d6kh3`"),
        ("AB+41d6", 3..7, "too many"),
        ("(1)", 0..1, "is missing"),
    ];
    for (text, span, part) in cases {
        let error = text.parse::<Expression>().unwrap_err();
        assert_eq!(error.span, span, "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
    assert!(vec!["1"; 64].join("+").parse::<Expression>().is_ok());
    assert!(vec!["1"; 65].join("+").parse::<Expression>().is_err());
}

#[test]
fn expressions_have_a_value() {
    let value = |name: &str| match name {
        "AB" => Some(2),
        "Int" => Some(-3),
        "Huge" => Some(i32::MAX),
        _ => None,
    };
    let attack = expression("AB + 2*Int + 3d6>=4 - 1 - d4").evaluate(value);
    let thrown = vec![(Sign::Plus, dice("3d6>=4")), (Sign::Minus, Dice::D4)];
    assert_eq!(attack, Ok(Evaluated { dice: thrown, flat: -5 }));
    let unknown = expression("AB + Agi + Foo").evaluate(value);
    assert_eq!(unknown, Err(ExpressionError::Unknown { name: "Agi".into(), span: 5..8 }));
    assert_eq!(expression("Huge + 1").evaluate(value), Err(ExpressionError::Overflow));
    assert_eq!(expression("Huge - 1000000*Huge + 999999*Huge").evaluate(value).unwrap().flat, 0);
    let names: Vec<_> = expression("AB+2*Int").names().map(|n| (n.to_string(), n.span())).collect();
    assert_eq!(names, [("AB".to_owned(), 0..2), ("Int".to_owned(), 5..8)]);
}

#[test]
fn throws_are_forced() {
    let pool = dice("8d6>=4");
    let fit = |text: &str, flat| text.parse::<Forced>().unwrap().fit(pool, flat);
    let said = |text: &str, flat| fit(text, flat).unwrap_err().to_string();
    assert_eq!(fit("1 2 3,4, 5 6 1 2", 9).unwrap().natural(pool), 3);
    assert_eq!(fit("=3", 9), Ok(Fit::Natural(3)));
    assert_eq!(fit("total 7", 5), Ok(Fit::Natural(2)));
    assert_eq!(fit("total = -1", -3), Ok(Fit::Natural(2)));
    assert_eq!(said("1 2 3 4 5 6 1", 0), "8d6>=4 wants 8 faces from 1 to 6, got 7");
    assert_eq!(said("5", 0), "8d6>=4 wants 8 faces from 1 to 6, got 1");
    assert_eq!(said("1 2 7 4 5 6 1 1", 0), "8d6>=4 wants faces from 1 to 6, number 3 is 7");
    assert_eq!(said("= 9", 0), "8d6>=4 counts 0 to 8, got 9");
    assert_eq!(said("total 20", 5), "8d6>=4 +5 totals 5 to 13, got 20");
    assert_eq!(
        said("total 2147483647", i32::MIN),
        "8d6>=4 -2147483648 totals -2147483648 to -2147483640, got 2147483647"
    );
    assert_eq!("".parse::<Forced>().unwrap().fit(Dice::NONE, 0).unwrap().natural(Dice::NONE), 0);
    assert_eq!(
        "21".parse::<Forced>().unwrap().fit(Dice::D20, 0).unwrap_err().to_string(),
        "1d20 wants faces from 1 to 20, number 1 is 21"
    );
    for wrong in ["= ", "total", "4 x", "4 -1", "= 3 4", "= 99999999999", "70000", "4;5"] {
        assert!(wrong.parse::<Forced>().is_err(), "{wrong}");
    }
    assert!(vec!["1"; 41].join(" ").parse::<Forced>().is_err());
}

#[test]
fn everything_is_saved_as_text() {
    let json = serde_json::json!(["8d6>=4", "AB+3d6", "4 1 6", "= 3", "total 7"]);
    type All = (Dice, Expression, Forced, Forced, Forced);
    let all: All = serde_json::from_value(json.clone()).unwrap();
    assert_eq!(serde_json::to_value(all).unwrap(), json);
    let error = serde_json::from_str::<Dice>("\"4d6k3\"").unwrap_err();
    assert!(error.to_string().contains("4d6kh3"), "{error}");
    assert!(serde_json::from_str::<Dice>("4").is_err());
}

fn any_term() -> impl Strategy<Value = Term> {
    let sign = prop_oneof![Just(Sign::Plus), Just(Sign::Minus)];
    let number = prop_oneof![-9..=9, -MAX_NUMBER..=MAX_NUMBER];
    let name = "[\\pL_][\\pL\\pN_.]{0,5}".prop_filter_map("not a name", |text| Name::new(&text).ok());
    prop_oneof![
        (sign, any_dice()).prop_map(|(sign, dice)| Term::Dice(sign, dice)),
        number.clone().prop_map(Term::Flat),
        (number, name).prop_map(|(times, name)| Term::Named(times, name)),
    ]
}

/// Text made of what dice are made of.
fn nearly_dice() -> impl Strategy<Value = String> {
    "([0-9]{0,3}|[dDkhlrSx!%>=<≥≤*×/+−., ()-]|kh|kl|dl|>=|<=|d6|total|Str|é){0,12}"
}

proptest! {
    #[test]
    fn dice_survive_display(dice in any_dice()) {
        prop_assert_eq!(dice.to_string().parse::<Dice>(), Ok(dice));
        prop_assert_eq!(Expression::from(dice).to_string().parse(), Ok(Expression::from(dice)));
    }

    #[test]
    fn expressions_survive_display(terms in prop::collection::vec(any_term(), 1..12)) {
        let expression = Expression::new(terms).unwrap();
        prop_assert_eq!(expression.to_string().parse(), Ok(expression));
    }

    #[test]
    fn no_text_panics(text in prop_oneof![".{0,80}", nearly_dice()]) {
        if let Ok(dice) = text.parse::<Dice>() {
            prop_assert_eq!(dice.to_string().parse(), Ok(dice));
        }
        match text.parse::<Expression>() {
            Ok(read) => prop_assert_eq!(read.to_string().parse(), Ok(read)),
            Err(error) => prop_assert!(text.get(error.span).is_some()),
        }
        match text.parse::<Forced>() {
            Ok(read) => prop_assert_eq!(read.to_string().parse(), Ok(read)),
            Err(error) => prop_assert!(text.get(error.span).is_some()),
        }
        if let Err(error) = text.parse::<Dice>() {
            prop_assert!(text.get(error.span).is_some());
        }
    }
}
