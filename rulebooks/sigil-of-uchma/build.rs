//! Makes the rule ids and switches from the catalogue, and embeds encounters, content and transcripts.

fn main() {
    skirmish_catalogue::build("rules.toml");
    skirmish_catalogue::embed(&[
        ("ENCOUNTERS", "encounters", "toml"),
        ("CONTENT", "content", "toml"),
        ("TRANSCRIPTS", "transcripts", "skirmish"),
    ]);
}
