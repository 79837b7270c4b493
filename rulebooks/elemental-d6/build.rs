//! Makes the rule ids and switches from the catalogue.

fn main() {
    skirmish_catalogue::build("rules.toml");
}
