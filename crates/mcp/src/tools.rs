//! What an assistant can call.

use std::collections::BTreeMap;
use std::sync::Arc;

use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolResult, Implementation, ListResourcesResult, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use skirmish_program::Trouble;

use crate::battles::Battles;
use crate::desk::Opening;
use crate::library;

/// An assistant with battles before it.
#[derive(Clone)]
pub(crate) struct Assistant {
    battles: Arc<dyn Battles>,
}

#[derive(Deserialize, JsonSchema)]
struct Nothing {}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Open {
    /// An encounter by its name, as `list` has it, or the path of an encounter file or a saved battle.
    what: String,
    /// Of the dice; the encounter's own by default.
    seed: Option<u64>,
    /// Who is played by a policy, by side or creature: {"water": "plain"}. Whoever is not named waits for a choice.
    #[serde(default)]
    policies: BTreeMap<String, String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Look {
    /// Which battle; the one that was opened last by default.
    battle: Option<String>,
    /// With whose eyes: a side, names of creatures, `spectator`; your own by default.
    viewer: Option<String>,
    /// So many lines of the log, the newest; 12 by default.
    log: Option<usize>,
    /// At a web table: wait until something is asked of you or the battle is over, so many seconds at most; 0 by default, 120 is the
    /// longest. Elsewhere nobody has to be waited for.
    wait: Option<u64>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Choose {
    /// Which battle; the one that was opened last by default.
    battle: Option<String>,
    /// One of the choices of `look`, word for word. Where several are asked, `NAME: choice`; those of `look` are the first one's. Of the game master an edict, too: `gm: Ogre.hp = 12`.
    choice: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Odds {
    /// Which battle; the one that was opened last by default.
    battle: Option<String>,
    /// A choice of `look`; without one, the odds of what is awaited.
    choice: Option<String>,
    /// On through what is under way, such as a shot in the air; true by default.
    through: Option<bool>,
    /// How often it is played where there are too many branches to follow them all; 2000 by default.
    samples: Option<u64>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Explain {
    /// Which battle; the one that was opened last by default.
    battle: Option<String>,
    /// A choice: what bears on it, each with its rule. Without one, the last lines of the log are unfolded.
    choice: Option<String>,
    /// So many lines of the log; 10 by default.
    last: Option<usize>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Rules {
    /// The game, as `list` names it.
    game: String,
    /// One rule by its id.
    id: Option<String>,
    /// Words that stand in the rule.
    search: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Undo {
    /// Which battle; the one that was opened last by default.
    battle: Option<String>,
    /// How many answers, or as many as there are; 1 by default.
    times: Option<u32>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Simulate {
    /// An encounter by its name, or the path of an encounter file.
    what: String,
    /// How many fights, at most 20000; 1000 by default.
    fights: Option<u64>,
    /// Of the dice; the encounter's own by default.
    seed: Option<u64>,
    /// The policy of each side; `plain` by default.
    #[serde(default)]
    policies: BTreeMap<String, String>,
    /// A fight is given up after so many rounds; 100 by default.
    most_rounds: Option<u32>,
}

#[tool_router]
impl Assistant {
    pub(crate) fn new(battles: impl Battles + 'static) -> Self {
        Self { battles: Arc::new(battles) }
    }

    /// Works on a thread of its own; what breaks there is told, and breaks nothing here.
    async fn with(&self, act: impl FnOnce(&dyn Battles) -> Result<Value, Trouble> + Send + 'static) -> CallToolResult {
        let battles = self.battles.clone();
        match tokio::task::spawn_blocking(move || act(&*battles)).await {
            Ok(Ok(told)) => CallToolResult::structured(told),
            Ok(Err(trouble)) => CallToolResult::structured_error(json!(trouble)),
            Err(_) => CallToolResult::structured_error(json!({ "why": "a flaw in skirmish; that battle is closed" })),
        }
    }

    #[tool(description = "Lists the games and the encounters that come with them.", annotations(read_only_hint = true))]
    async fn list(&self, _: Parameters<Nothing>) -> CallToolResult {
        self.with(|_| Ok(library::list())).await
    }

    #[tool(description = "Opens a battle and shows it. Dice fall by themselves.")]
    async fn open(&self, Parameters(Open { what, seed, policies }): Parameters<Open>) -> CallToolResult {
        let opening = Opening { what, seed, policies: policies.into_iter().collect() };
        self.with(move |battles| battles.open(opening)).await
    }

    #[tool(
        description = "Shows a battle: board, creatures, what is asked of whom, with the choices that can be made, and the newest lines of the log.",
        annotations(read_only_hint = true)
    )]
    async fn look(&self, Parameters(Look { battle, viewer, log, wait }): Parameters<Look>) -> CallToolResult {
        self.with(move |battles| {
            battles.look(battle.as_deref(), viewer.as_deref(), log.unwrap_or(12).min(500), wait.unwrap_or(0))
        })
        .await
    }

    #[tool(
        description = "Makes a choice, and shows what came of it and what is asked next. What the rules forbid is refused with the rule."
    )]
    async fn choose(&self, Parameters(Choose { battle, choice }): Parameters<Choose>) -> CallToolResult {
        self.with(move |battles| battles.choose(battle.as_deref(), &choice)).await
    }

    #[tool(
        description = "What may come of a choice, with exact chances as fractions (or sampled ones, marked so) worked out by the rules themselves.",
        annotations(read_only_hint = true)
    )]
    async fn odds(&self, Parameters(Odds { battle, choice, through, samples }): Parameters<Odds>) -> CallToolResult {
        self.with(move |battles| {
            battles.odds(battle.as_deref(), choice.as_deref(), through.unwrap_or(true), samples.unwrap_or(2_000))
        })
        .await
    }

    #[tool(
        description = "Why: what bears on a choice (cost, range, what stands between), or how the numbers behind the last lines of the log came about, each with its rules.",
        annotations(read_only_hint = true)
    )]
    async fn explain(&self, Parameters(Explain { battle, choice, last }): Parameters<Explain>) -> CallToolResult {
        self.with(move |battles| battles.explain(battle.as_deref(), choice.as_deref(), last.unwrap_or(10))).await
    }

    #[tool(
        description = "Looks rules up, in our words: by id, or by words in them.",
        annotations(read_only_hint = true)
    )]
    async fn rules(&self, Parameters(Rules { game, id, search }): Parameters<Rules>) -> CallToolResult {
        self.with(move |_| library::rules(&game, id.as_deref(), search.as_deref())).await
    }

    #[tool(description = "Takes back the last answers, with everything that came of them.")]
    async fn undo(&self, Parameters(Undo { battle, times }): Parameters<Undo>) -> CallToolResult {
        self.with(move |battles| battles.undo(battle.as_deref(), times.unwrap_or(1))).await
    }

    #[tool(
        description = "Fights an encounter many times by policies: how often each side wins, with an interval of 95 %.",
        annotations(read_only_hint = true)
    )]
    async fn simulate(&self, Parameters(asked): Parameters<Simulate>) -> CallToolResult {
        let Simulate { what, fights, seed, policies, most_rounds } = asked;
        let opening = Opening { what, seed, policies: policies.into_iter().collect() };
        let most_rounds = most_rounds.unwrap_or(100).clamp(1, 10_000);
        self.with(move |battles| battles.simulate(&opening, fights.unwrap_or(1_000), most_rounds)).await
    }
}

#[tool_handler]
impl ServerHandler for Assistant {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let place = self.battles.place();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("skirmish", env!("CARGO_PKG_VERSION")))
            .with_instructions(format!(
                "Tabletop combat, played by the book. {place} `look` says what is asked, with choices to be given to `choose` word for \
                 word; `odds` tells what may come of each; `explain` and `rules` say why."
            ))
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resource = |text: library::Text| {
            let mut resource = Resource::new(text.address.clone(), text.address);
            resource.title = Some(text.title);
            resource.mime_type = Some(text.kind.to_owned());
            resource
        };
        let texts = library::texts(self.battles.sees_all());
        Ok(ListResourcesResult::with_all_items(texts.into_iter().map(resource).collect()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let text = library::text(&request.uri, self.battles.sees_all());
        let (kind, text) =
            text.ok_or_else(|| ErrorData::resource_not_found("there is no such text, or not for this seat", None))?;
        let contents = ResourceContents::text(text, request.uri).with_mime_type(kind);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}
