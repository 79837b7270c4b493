//! Makes the rule ids and switches from the catalogue, and embeds encounters, content and transcripts.

fn main() {
    skirmish_catalogue::book();
}
