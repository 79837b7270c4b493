//! The interface, as programs read it.

use axum::Json;
use serde_json::{Value, json};

/// OpenAPI 3.1 of everything under `/api/v1`.
pub(super) async fn document() -> Json<Value> {
    let text =
        |about: &str| json!({ "description": about, "content": { "text/plain": { "schema": { "type": "string" } } } });
    let of = |about: &str, schema: &str| {
        json!({ "description": about, "content": { "application/json": {
            "schema": { "$ref": format!("#/components/schemas/{schema}") } } } })
    };
    let list = |about: &str, schema: &str| {
        json!({ "description": about, "content": { "application/json": { "schema": {
            "type": "array", "items": { "$ref": format!("#/components/schemas/{schema}") } } } } })
    };
    let takes = |schema: &str| {
        json!({ "required": true, "content": { "application/json": {
            "schema": { "$ref": format!("#/components/schemas/{schema}") } } } })
    };
    let refused = || json!({ "$ref": "#/components/responses/refused" });
    let done = || json!({ "description": "It is done." });
    let host = || json!([{ "host": [] }]);
    let seat = || json!([{ "seat": [] }]);
    let path = |names: &[&str]| -> Value {
        names
            .iter()
            .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
            .collect()
    };
    let games: Vec<&str> = skirmish_shelf::games().map(skirmish_kernel::Game::name).collect();
    let game =
        || json!([{ "name": "game", "in": "path", "required": true, "schema": { "type": "string", "enum": games } }]);
    let schema = |about: &str| {
        json!({ "description": about, "content": { "application/schema+json": { "schema": {
            "$ref": "https://json-schema.org/draft/2020-12/schema" } } } })
    };
    Json(json!({
        "openapi": "3.1.0",
        "info": { "title": "Skirmish at the web table", "version": env!("CARGO_PKG_VERSION"),
            "description": "Whoever shows the host's token lays tables; whoever shows a seat's token sits there. Programs show it as \
                            `Authorization: Bearer TOKEN`." },
        "servers": [{ "url": "/api/v1" }],
        "paths": {
            "/games": { "get": { "summary": "Games and the encounters that come with them", "responses": {
                "200": list("All of them.", "Game") } } },
            "/games/{game}": { "parameters": path(&["game"]), "get": { "summary": "What an encounter of a game can be made of", "responses": {
                "200": of("Its board, grounds and creatures.", "Content"), "404": refused() } } },
            "/games/{game}/schema": { "parameters": game(), "get": { "summary": "JSON Schema of a game's encounter files, as `skirmish schema GAME` prints it",
                "responses": { "200": schema("An encounter, which TOML says as well as JSON."), "404": refused() } } },
            "/games/{game}/schema/included": { "parameters": game(), "get": {
                "summary": "JSON Schema of the files of creatures, gear and members that encounters include, as `skirmish schema GAME --included` prints it",
                "responses": { "200": schema("A file that encounters include."), "404": refused() } } },
            "/check": { "post": { "summary": "What is wrong with an encounter; nothing is laid", "security": host(), "requestBody": takes("What"),
                "responses": { "200": of("Mistakes, or how it begins.", "Checked"), "400": refused(), "401": refused() } } },
            "/host": { "post": { "summary": "A browser becomes the host's: the token comes back as a cookie",
                "requestBody": takes("Token"), "responses": { "200": done(), "401": refused() } } },
            "/copy": { "post": { "summary": "Copies the whole store while it is in use, to a new place beside it on the server",
                "security": host(), "responses": { "200": of("Where the copy is.", "Copy"), "401": refused() } } },
            "/tables": {
                "get": { "summary": "All tables, the last one played first", "security": host(), "responses": {
                    "200": list("Tables.", "Table"), "401": refused() } },
                "post": { "summary": "Lays a table", "security": host(), "requestBody": takes("What"), "responses": {
                    "200": of("What opens its seats. This is said once.", "Laid"), "400": refused(), "401": refused() } } },
            "/tables/{table}": { "parameters": path(&["table"]),
                "get": { "summary": "One table", "security": host(), "responses": { "200": of("The table.", "Table"), "404": refused() } },
                "delete": { "summary": "Takes a table away", "security": host(), "responses": { "200": done(), "404": refused() } } },
            "/tables/{table}/transcript": { "parameters": path(&["table"]), "get": { "summary": "The battle as a transcript, with every secret",
                "security": host(), "responses": { "200": text("A save that `skirmish play` opens, too."), "404": refused() } } },
            "/tables/{table}/seats": { "parameters": path(&["table"]),
                "get": { "summary": "The seats of a table", "security": host(), "responses": { "200": list("Seats.", "Seat") } },
                "post": { "summary": "Another link for the game master", "security": host(), "responses": { "200": of("The link.", "Link") } } },
            "/enter": { "post": { "summary": "Follows a link: the seat's cookie comes back", "requestBody": takes("Enter"), "responses": {
                "200": of("The seat.", "Seat"), "401": refused() } } },
            "/seats/{seat}": { "parameters": path(&["seat"]), "get": { "summary": "Who sits here", "security": seat(), "responses": {
                "200": of("The seat.", "Seat"), "401": refused() } } },
            "/seats/{seat}/socket": { "parameters": path(&["seat"]), "get": { "summary": "The seat's WebSocket",
                "description": "Texts of JSON in both directions. The first message is {\"do\": \"hello\", \"since\": 0, \"mark\": \"\"}; the \
                                others are those of `skirmish schema --play`, and what docs/serve.md lists.",
                "security": seat(), "responses": { "101": { "description": "A WebSocket." }, "401": refused(), "403": refused() } } },
            "/seats/{seat}/picture": { "parameters": path(&["seat"]),
                "get": { "summary": "The picture under the grid", "security": seat(), "responses": {
                    "200": { "description": "PNG, JPEG or WebP." }, "404": refused() } },
                "put": { "summary": "The game master puts a picture under the grid", "security": seat(), "requestBody": takes("Picture"),
                    "responses": { "200": done(), "400": refused(), "403": refused() } } },
            "/seats/{seat}/fork": { "parameters": path(&["seat"]), "post": { "summary": "A table of its own that begins before an entry, or \
                with another line there", "security": seat(), "requestBody": takes("Fork"), "responses": {
                "200": of("What opens its seats. This is said once.", "Laid"), "400": refused(), "403": refused() } } },
            "/seats/{seat}/links": { "parameters": path(&["seat"]), "post": { "summary": "The game master hands out a seat", "security": seat(),
                "requestBody": takes("Role"), "responses": { "200": of("Its link. This is said once.", "Link"), "400": refused(), "403": refused() } } },
            "/seats/{seat}/links/{other}": { "parameters": path(&["seat", "other"]),
                "post": { "summary": "Another link for a seat; the old one opens nothing any more", "security": seat(), "responses": {
                    "200": of("The link.", "Link"), "403": refused() } },
                "delete": { "summary": "Takes a seat away", "security": seat(), "responses": { "200": done(), "403": refused() } } },
        },
        "components": {
            "securitySchemes": {
                "host": { "type": "http", "scheme": "bearer", "description": "What `skirmish serve` prints when it starts." },
                "seat": { "type": "http", "scheme": "bearer", "description": "What a link has behind its `#`." } },
            "responses": { "refused": of("Why not, in one sentence. Nothing has changed.", "Refused") },
            "schemas": schemas(),
        },
    }))
}

fn schemas() -> Value {
    let text = || json!({ "type": "string" });
    let number = || json!({ "type": "integer" });
    let maybe = || json!({ "type": ["string", "null"] });
    let object = |required: &[&str], properties: Value| json!({ "type": "object", "required": required, "properties": properties });
    let seat = json!({ "seat": text(), "role": { "type": "string", "description": "`gm`, `spectator`, a side, or names of creatures." },
        "token": { "type": "string", "description": "Behind the `#` of /join." } });
    json!({
        "Refused": object(&["why"], json!({ "why": text() })),
        "Token": object(&["token"], json!({ "token": text() })),
        "Role": object(&["role"], json!({ "role": text() })),
        "Enter": object(&["token"], json!({ "token": text(), "name": text() })),
        "What": { "description": "An encounter that comes with a game (`elemental-d6/duel`), or the text of an encounter or a transcript.",
            "type": "object", "properties": { "encounter": text(), "text": text(), "name": text(),
                "picture": { "$ref": "#/components/schemas/Picture" } } },
        "Picture": object(&["data", "lies"], json!({
            "data": { "type": "string", "description": "PNG, JPEG or WebP in base64, at most 3 MB." },
            "lies": { "type": "string", "description": "Left, top and width in cells, and how much of it shows, of 100: `0 0 20 100`." } })),
        "Fork": object(&["entry"], json!({ "entry": number(), "line": text() })),
        "Content": object(&["kind", "grounds", "creatures"], json!({ "kind": text(), "cell": text(),
            "grounds": { "type": "array", "items": object(&["sign", "meaning"], json!({ "sign": text(), "meaning": text() })) },
            "creatures": { "type": "array", "items": object(&["name"], json!({ "name": text(), "title": text(), "about": text() })) } })),
        "Checked": object(&["wrong", "text"], json!({ "text": text(), "document": {}, "view": {},
            "wrong": { "type": "array", "items": object(&["line", "column", "message"], json!({ "file": text(), "line": number(),
                "column": number(), "message": text(), "label": text(), "help": maybe() })) } })),
        "Game": object(&["name", "title", "encounters"], json!({ "name": text(), "title": text(), "credit": text(), "example": { "type": "boolean" },
            "policies": { "type": "array", "items": text() }, "starter": text(),
            "encounters": { "type": "array", "items": object(&["name"], json!({ "name": text(), "title": maybe(), "about": maybe() })) } })),
        "Table": object(&["id", "game", "title"], json!({ "id": text(), "game": text(), "title": text(),
            "created": number(), "changed": number(), "lines": number() })),
        "Laid": object(&["table", "links", "recovery"], json!({ "table": text(), "title": text(), "recovery": text(),
            "links": { "type": "array", "items": { "$ref": "#/components/schemas/Link" } } })),
        "Copy": object(&["copy"], json!({ "copy": text() })),
        "Link": object(&["seat", "role", "token"], seat),
        "Seat": object(&["role"], json!({ "seat": text(), "role": text(), "name": text() })),
    })
}
