mod common;
use common::{ENCOUNTERS, Toy};
use skirmish_kernel::conformance::*;
#[test]
fn debug() {
    let s = open::<Toy>(&ENCOUNTERS[1], 4).unwrap();
    let mut play = Play::new(s, 4).with_edicts();
    for _ in 0..150 { if !play.go_on() {break;} if rewinds(play.session()).is_err() {break} }
    let mut g = play.session().fork();
    let show = |g: &skirmish_kernel::Session<Toy>| {
        println!("{} {}", g.len(), g.awaited_words());
        for e in g.entries().skip(50) { println!("   {e:?}"); }
        for (p, m) in g.log().skip(66) { println!("      {p:?} {m:?}"); }
    };
    show(&g);
    for _ in 0..4 { g.undo().unwrap(); show(&g); }
    println!("redo");
    for _ in 0..4 { g.redo().unwrap(); show(&g); }
}
