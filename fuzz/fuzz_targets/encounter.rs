//! Any bytes as an encounter file: a battle, or diagnostics that point into the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use skirmish_kernel::Source;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let source = Source::new("fuzz.toml", text);
    let books = skirmish_shelf::games().map(|game| game.open(&source, Some(1)));
    for opened in std::iter::once(skirmish_shelf::open(&source, None)).chain(books) {
        match opened {
            Ok(mut battle) => {
                // It can be looked at and played on.
                let _ = battle.view();
                let _ = battle.save();
                for _ in 0..12 {
                    if battle.roll().is_err() && battle.decide("plain").is_err() {
                        break;
                    }
                }
                assert_eq!(battle.stuck(), None);
            }
            Err(errors) => skirmish_fuzz::diagnostics(&errors),
        }
    }
});
