// A new encounter: a game, a map or a picture, who fights, a name. What comes of it is an ordinary encounter file.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { DRAWER, keep } from "./deeds.js";
import { cellsOf, mapOf, word, written } from "./document.js";
import { cellOf, label, measures } from "./geometry.js";
import { groundOf } from "./grounds.js";
import { html } from "./html.js";
import { BuilderMap } from "./map.js";
import { Fit, fitted, lies, loaded, read } from "./picture.js";
import { Laid } from "./start.js";
import { why as why_ } from "./store.js";
import { beside, isUniversal, lightOf, universal } from "./universal.js";
import { http } from "./wire.js";
import { words } from "./words.js";

const text = words.build;

const sides = ["heroes", "foes"];
/** @typedef {import("./types").Cell} Cell */
/** @typedef {import("./types").Content} Content */
/** @typedef {import("./types").Combatant} Combatant */
/** @typedef {import("./types").Document_} Document_ */
/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").Wrong} Wrong */
/** @typedef {import("./types").Checked} Checked */

/** @param {string} game @returns {Document_} */
const fresh = game => ({ rulebook: game, title: text.untitled, map: { width: 20, height: 15 }, combatant: [] });

/** What a combatant of a file is called: one for a whole party has no name of its own. @param {Combatant} one */
const nameOf = one => String(one.name ?? one.party ?? one.creature ?? "");

/** Under this name, and that of the encounter it was made of, what is begun is kept. */
const DRAFT = "skirmish-builder ";

/** @typedef {{doc: Document_, typed: string | null, picture: any}} Draft */

/** What was begun here before. @param {string} from @returns {Draft | null} */
const draftOf = from => {
  try {
    const draft = JSON.parse(sessionStorage.getItem(DRAFT + from) ?? "null");
    return draft?.doc?.rulebook ? draft : null;
  } catch { return null; }
};

/** Keeps what is begun; where there is no room for the picture, without it. @param {string} from @param {Draft} draft */
const keepDraft = (from, draft) => {
  const { image: _image, ...picture } = draft.picture ?? {};
  for (const one of [{ ...draft, picture: draft.picture && picture }, { ...draft, picture: null }]) {
    try {
      sessionStorage.setItem(DRAFT + from, JSON.stringify(one));
      return;
    } catch { /* There is no room. */ }
  }
};

/** A name that nobody has yet: the creature's own, and a number for every further one.
 *  @param {Combatant[]} all @param {Content["creatures"][number]} creature */
const freeName = (all, creature) => {
  const base = word((creature.title || creature.name).split(/\s+/).map(one => one[0].toUpperCase() + one.slice(1)).join("-")) || "Somebody";
  const taken = new Set(all.map(one => nameOf(one).toLowerCase()));
  if (!taken.has(base.toLowerCase()) && !taken.has(`${base.toLowerCase()}-1`)) return base;
  for (let at = 2; ; at += 1) if (!taken.has(`${base}-${at}`.toLowerCase())) return `${base}-${at}`;
};

/** Asks the book about the file, a little after the last change. @param {string} source @param {string} name */
const useCheck = (source, name) => {
  const [found, setFound] = useState(/** @type {Checked} */ ({ wrong: [], view: null, of: "" }));
  useEffect(() => {
    if (!source) return undefined;
    const wait = setTimeout(() => http("/check", "POST", { text: source, name }).then(
      told => setFound({ ...told, of: source }),
      error => setFound({ wrong: [{ file: name, line: 1, column: 1, message: error.status === 401 ? words.start.notHost : error.message, help: null }], view: null, of: source }),
    ), 250);
    return () => clearTimeout(wait);
  }, [source, name]);
  return found;
};

export const Builder = () => {
  const [games, setGames] = useState(/** @type {Game[]} */ ([]));
  const [content, setContent] = useState(/** @type {Content | null} */ (null));
  const [doc, setDoc] = useState(/** @type {any} */ (null));
  /** Text that was typed by hand and that the document may not have yet. */
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const [panel, setPanel] = useState("creatures");
  const [creature, setCreature] = useState("");
  const [side, setSide] = useState(sides[0]);
  const [many, setMany] = useState(1);
  const [sign, setSign] = useState("#");
  const [chosen, setChosen] = useState("");
  const [picture, setPicture] = useState(/** @type {any} */ (null));
  const [measuring, setMeasuring] = useState(false);
  const [told, setTold] = useState(/** @type {{understood: string[], left: string[]}} */ ({ understood: [], left: [] }));
  /** Walls between cells of a file that was read: cells on one side of them are made walls when somebody says which. */
  const [between, setBetween] = useState(/** @type {import("./universal.js").Universal | null} */ (null));
  const [why, setWhy] = useState("");
  const [laid, setLaid] = useState(/** @type {import("./types").Laid | null} */ (null));
  const [busy, setBusy] = useState(false);
  const past = useRef(/** @type {any[]} */ ([]));
  /** Is there something to keep? What is undone or taken away again is kept so, too. */
  const hasBegun = useRef(false);
  /** The timer of what will be kept next. */
  const keeping = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  /** Is this page about to be loaded anew? Nothing more is kept then. */
  const isLeaving = useRef(false);
  /** Was something here begun before, and is here again? */
  const [begun, setBegun] = useState(false);
  const base = new URLSearchParams(location.search).get("from") ?? "";

  /** @param {unknown} error */
  const bad = error => setWhy(why_(error));
  useEffect(() => {
    http("/games").then(all => {
      setGames(all);
      const from = base;
      const kept = sessionStorage.getItem(DRAWER);
      sessionStorage.removeItem(DRAWER);
      const draft = draftOf(from);
      if (kept) take(kept);
      else if (draft) {
        setBegun(true);
        hasBegun.current = true;
        setDoc(draft.doc);
        setTyped(draft.typed);
        const lies_ = draft.picture;
        if (lies_) loaded(`data:image/webp;base64,${lies_.data}`).then(image => setPicture({ ...lies_, image }), () => {});
      }
      else if (from) http("/check", "POST", { encounter: from }).then(found => { setDoc(found.document); }, bad);
      else setDoc(fresh(all[0].name));
    }, bad);
  }, []);
  const rulebook = doc?.rulebook;
  useEffect(() => {
    if (!rulebook) return;
    http(`/games/${encodeURIComponent(rulebook)}`).then(found => {
      setContent(found);
      setSign(old => (found.grounds.some((/** @type {Content["grounds"][number]} */ ground) => ground.sign === old) ? old : found.grounds[0]?.sign ?? "."));
      setCreature(old => (found.creatures.some((/** @type {Content["creatures"][number]} */ one) => one.name === old) ? old : found.creatures[0]?.name ?? ""));
    }, () => setContent({ kind: "square", cell: "", lamps: 0, grounds: [], creatures: [] }));
  }, [rulebook]);

  const { text: made, lines } = useMemo(() => (doc ? written(doc) : { text: "", lines: [] }), [doc]);
  const source = typed ?? made;
  const check = useCheck(source, text.file);
  // What is begun is kept in this browser until a table is laid with it: reloading the page, or going back, loses nothing.
  useEffect(() => {
    if (past.current.length || typed != null || picture) hasBegun.current = true;
    if (!doc || !hasBegun.current || isLeaving.current) return undefined;
    keeping.current = setTimeout(() => keepDraft(base, { doc, typed, picture }), 300);
    return () => clearTimeout(keeping.current);
  }, [doc, typed, picture]);
  /** Keeps nothing more of what was begun, not even what was about to be kept. */
  const forget = () => {
    clearTimeout(keeping.current);
    sessionStorage.removeItem(DRAFT + base);
  };
  const anew = () => {
    isLeaving.current = true;
    forget();
    location.reload();
  };
  /** @param {Document_} next */
  const change = next => {
    past.current = [...past.current.slice(-80), doc];
    setTyped(null);
    setDoc(next);
  };
  const undo = () => { const last = past.current.pop(); if (last) { setTyped(null); setDoc(last); } };
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const key = event => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !(event.target instanceof Element && event.target.closest("input, textarea"))) { event.preventDefault(); undo(); }
      if (event.key === "Escape") { setChosen(""); setMeasuring(false); }
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  });

  /** Somebody's own text becomes the document, as soon as it can be read. @param {string} whole */
  const take = async whole => {
    setTyped(whole);
    const found = await http("/check", "POST", { text: whole, name: text.file }).catch(() => null);
    if (found?.document?.rulebook) setDoc(found.document);
    setPanel("file");
  };
  /** @param {string} whole */
  const type = whole => {
    setTyped(whole);
    http("/check", "POST", { text: whole, name: text.file }).then(found => { if (found.document?.rulebook) setDoc(found.document); }, () => {});
  };

  const wall = content?.grounds.find(ground => groundOf(ground.meaning) === "wall")?.sign ?? "#";
  /** @param {File} file */
  const readFile = async file => {
    setWhy("");
    try {
      if (isUniversal(file.name)) {
        const found = universal(await file.text());
        const cells = Array.from({ length: found.height }, () => Array(found.width).fill("."));
        for (const [column, row] of [...found.walls, ...found.doors]) cells[row][column] = wall;
        const light = lightOf(found, cells, content);
        const { light: _light, lamp: _lamp, ...rest } = doc;
        change({ ...rest, ...light.keys, map: mapOf({}, cells), title: doc.title === text.untitled ? file.name.replace(/\.\w+$/, "") : doc.title });
        setTold({ understood: [...found.understood, ...light.understood], left: [...found.left, ...light.left, ...kind === "hex" ? [words.universal.squares] : []] });
        setBetween(found.between.length ? found : null);
        if (found.image) setPicture({ ...await read(found.image), x: 0, y: 0, wide: found.width, opacity: 100 });
        setPanel("picture");
      } else if (file.type.startsWith("image/") || /\.(png|jpe?g|webp|gif|avif)$/i.test(file.name)) {
        const found = await read(file);
        setPicture({ ...found, x: 0, y: 0, wide: board.width, opacity: 100 });
        setTold({ understood: [], left: [] });
        setBetween(null);
        setPanel("picture");
      } else take(await file.text());
    } catch (error) { bad(error); }
  };
  /** Makes walls of the cells on one side of walls between cells. @param {"outer" | "inner"} which */
  const fill = which => {
    if (!between) return;
    const next = cellsOf(doc.map);
    const filled = beside(between, which).filter(([column, row]) => next[row]?.[column] && next[row][column] !== wall);
    for (const [column, row] of filled) next[row][column] = wall;
    change({ ...doc, map: mapOf(doc.map, next) });
    setTold({ understood: [...told.understood, words.universal.filled(filled.length)], left: told.left });
    setBetween(null);
  };

  const cells = useMemo(() => cellsOf(doc?.map), [doc?.map]);
  const width = Math.max(1, ...cells.map(row => row.length));
  const kind = content?.kind ?? "square";
  const legend = useMemo(() => {
    const own = Object.entries(doc?.map?.legend ?? {}).map(([glyph, meaning]) => /** @type {[string, string]} */ ([glyph, String(meaning)]));
    const known = (content?.grounds ?? []).map(ground => /** @type {[string, string]} */ ([ground.sign, ground.meaning]));
    return [...own, ...known.filter(([glyph]) => !own.some(([other]) => other === glyph))];
  }, [content, doc?.map?.legend]);
  const board = useMemo(() => ({ kind, width, height: Math.max(1, cells.length), cell: content?.cell ?? "", rows: cells.map(row => row.join("").padEnd(width, ".")), legend }), [kind, cells, width, legend, content]);
  const m = useMemo(() => measures(board), [board.kind, board.width, board.height]);

  const wrongLine = check.of === source ? check.wrong : [];
  /** @param {number} nth */
  const isWrong = nth => typed == null && wrongLine.some(one => lines[nth] && one.line >= lines[nth][0] && one.line <= lines[nth][1]);
  /** @type {Combatant[]} */
  const all = doc?.combatant ?? [];
  const known = [...new Set([...(doc?.sides ?? []), ...all.map(one => one.side ?? one.party), ...sides, side].filter(Boolean))];
  const order = [...new Set([...(doc?.sides ?? []), ...all.map(one => one.side ?? one.party ?? "")])];
  const tokens = useMemo(() => /** @type {import("./types").Placed[]} */ (placed()), [doc, check, source]);
  /** Everybody on the map. */
  function placed() {
    // The book knows how large somebody is, and who of several stands where.
    const seen = check.of === source && check.view ? check.view.tokens : [];
    const own = all.map((one, nth) => ({ name: nameOf(one), side: Math.max(0, order.indexOf(one.side ?? one.party ?? "")), letter: nameOf(one)[0]?.toUpperCase() ?? "?", at: cellOf(String(one.at ?? "")), cells: [], wrong: isWrong(nth) })).filter(one => one.at);
    return seen.length ? seen.map(one => ({ ...one, wrong: false })) : own;
  }
  /** Open cells, the nearest first. @param {Cell} near */
  const free = near => {
    const taken = new Set(tokens.flatMap(token => (token.cells?.length ? token.cells : [token.at]).map(cell => cell.join())));
    const meaning = new Map(legend);
    /** @param {Cell} cell */
    const open = ([c, r]) => !taken.has([c, r].join()) && !["wall"].includes(groundOf(meaning.get(cells[r]?.[c] ?? ".") ?? ""));
    /** @param {Cell} cell */
    const far = ([c, r]) => Math.hypot(m.middle([c, r])[0] - m.middle(near)[0], m.middle([c, r])[1] - m.middle(near)[1]);
    return cells.flatMap((row, r) => row.map((_, c) => /** @type {[number, number]} */ ([c, r]))).filter(open).sort((a, b) => far(a) - far(b));
  };
  /** @param {Cell} at @param {string} [name] @param {number} [count] */
  const put = (at, name = creature, count = many) => {
    const what = content?.creatures.find(one => one.name === name);
    if (!what) return;
    const places = free(at).slice(0, count);
    const next = [...all];
    for (const place of places) next.push({ name: freeName(next, what), creature: what.name, side, at: label(place) });
    // Of several, the first has a number too.
    const firstName = next[all.length]?.name;
    if (count > 1 && firstName && !/-\d+$/.test(firstName)) next[all.length] = { ...next[all.length], name: `${firstName}-1` };
    const listed = doc.sides && !doc.sides.includes(side) ? { sides: [...doc.sides, side] } : {};
    change({ ...doc, ...listed, combatant: next });
    setMany(1);
    setChosen("");
  };
  /** Beside those of the same side, or on its half of the map. @returns {Cell} */
  const usualPlace = () => {
    const own = tokens.filter(token => order[token.side] === side);
    const last = own[own.length - 1];
    return last ? last.at : [Math.round(board.width * (side === known[0] ? 0.25 : 0.75)), Math.floor(board.height / 2)];
  };
  /** @param {number} nth @param {Partial<Combatant>} change_ */
  const edit = (nth, change_) => change({ ...doc, combatant: all.map((one, at) => (at === nth ? { ...one, ...change_ } : one)) });
  /** @param {string} name */
  const nth = name => all.findIndex(one => nameOf(one) === name || (one.count ?? 1) > 1 && String(name).startsWith(`${one.name}-`));
  /** @param {string} name */
  const remove = name => { const at = nth(name); if (at >= 0) change({ ...doc, combatant: all.filter((_, other) => other !== at) }); setChosen(""); };
  /** @param {Cell[]} some */
  const paint = some => {
    past.current = [...past.current.slice(-80), doc];
    setTyped(null);
    // A stroke may bring several parts before the page is drawn again.
    setDoc((/** @type {Document_} */ old) => {
      const next = cellsOf(old.map);
      for (const [column, row] of some) if (next[row]?.[column]) next[row][column] = sign;
      return { ...old, map: mapOf(old.map, next) };
    });
  };
  /** @param {number} wide @param {number} high */
  const resize = (wide, high) => {
    const [w, h] = [wide, high].map(n => Math.max(1, Math.min(400, Math.round(n) || 1)));
    const next = Array.from({ length: h }, (_, r) => Array.from({ length: w }, (_, c) => cells[r]?.[c] ?? "."));
    change({ ...doc, map: mapOf(doc.map, next) });
  };
  const lay = async () => {
    setBusy(true);
    const under = picture && { data: picture.data, lies: lies(picture) };
    await http("/tables", "POST", { text: source, name: text.file, ...under ? { picture: under } : {} }).then(told => { forget(); setLaid(told); }, bad);
    setBusy(false);
  };
  const save = () => keep(`${word(doc.title).toLowerCase().replaceAll("'", "") || "encounter"}.toml`, source, "application/toml");
  /** @param {string} name */
  const changeGame = name => {
    if (name === doc.rulebook || all.length && !window.confirm(text.gameSure)) return;
    setContent(null);
    change({ ...fresh(name), title: doc.title, map: { width: board.width, height: board.height } });
  };
  /** @param {string} name */
  const from = async name => {
    if (!name || all.length && !window.confirm(text.fromSure)) return;
    const found = await http("/check", "POST", { encounter: name }).catch(error => { bad(error); return null; });
    if (found) change(found.document);
  };

  if (laid) return html`<${Laid} laid=${laid} again=${() => setLaid(null)} />`;
  if (!doc) return html`<main class="paper"><h1>${text.title}</h1><p role="status">${why || words.start.hosting}</p></main>`;
  const ready = check.of === source && wrongLine.length === 0 && all.length > 0;
  const status = all.length === 0 ? text.nobody : check.of !== source ? text.checking : ready ? text.ready : text.wrong(wrongLine.length);
  const tool = panel === "ground" ? "ground" : panel === "creatures" && creature && content ? "creature" : "choose";
  const panels = { creatures: text.creatures, ground: text.ground, picture: text.picture, file: text.source };

  return html`<main class="builder" onDragOver=${event => event.preventDefault()} onDrop=${event => { event.preventDefault(); const file = event.dataTransfer.files[0]; if (file) readFile(file); }}>
    <header class="top"><a class="button quiet-link" href="/" aria-label=${text.home}>←</a>
      <label class="title"><span class="hidden">${text.name}</span><input value=${doc.title ?? ""} data-testid="title" onInput=${event => change({ ...doc, title: event.currentTarget.value })} onFocus=${event => event.currentTarget.value === text.untitled && event.currentTarget.select()} /></label>
      <label class="game"><span class="hidden">${text.game}</span><select value=${doc.rulebook} data-testid="game" onChange=${event => changeGame(event.currentTarget.value)}>${games.map(game => html`<option value=${game.name}>${game.title}</option>`)}</select></label>
      <span class="acts"><button onClick=${undo} disabled=${!past.current.length} title="Ctrl+Z">${text.undo}</button><button onClick=${save}>${text.save}</button>
      <button class="primary" disabled=${!ready || busy} onClick=${lay} data-testid="lay">${text.lay}</button></span></header>
    <${BuilderMap} board=${board} tokens=${tokens} picture=${picture} tool=${tool} chosen=${chosen} measuring=${measuring}
      onPut=${(/** @type {Cell} */ at) => put(at)} onPaint=${paint} onChoose=${setChosen} onRemove=${remove} onDrop=${(/** @type {string} */ what, /** @type {Cell} */ at) => put(at, what)}
      onMove=${(/** @type {string} */ name, /** @type {Cell} */ at) => { const one = nth(name); if (one >= 0) edit(one, { at: label(at) }); }}
      onSquare=${square => { setPicture({ ...picture, ...fitted(picture, square) }); setMeasuring(false); }} />
    <div class=${`verdict ${ready ? "good" : all.length && wrongLine.length ? "bad" : ""}`} role="status" data-testid="verdict"><b>${status}</b>
      ${why && html`<p class="why">${why}</p>`}
      ${begun && html`<p class="hint" data-testid="begun">${text.begun} <button class="link" onClick=${anew}>${text.anew}</button></p>`}
      ${all.length > 0 && wrongLine.length > 0 && html`<ol>${wrongLine.slice(0, 6).map(one => html`<li><button class="link" onClick=${() => { setPanel("file"); setTimeout(() => goTo(one), 50); }}>${text.at(one.line, one.column)}</button> ${one.message}${one.help && html` <i>${one.help}</i>`}</li>`)}</ol>`}</div>
    <aside class="tools"><div class="tabs" role="tablist">${Object.entries(panels).map(([name, title]) => html`<button role="tab" id=${`build-${name}`} aria-controls="build-panel" aria-selected=${panel === name} class=${panel === name ? "on" : ""} onClick=${() => { setPanel(name); setMeasuring(false); }}>${title}</button>`)}</div>
      <div class="build-panel" id="build-panel" role="tabpanel" aria-labelledby=${`build-${panel}`}>
      ${panel === "creatures" && html`<${Creatures} ...${{ content, creature, setCreature, side, setSide, known, many, setMany, all, order, chosen, setChosen, edit, remove, isWrong, place: () => put(usualPlace()) }} />`}
      ${panel === "ground" && html`<${Grounds} ...${{ legend, sign, setSign, board, resize, games, rulebook, from, content }} />`}
      ${panel === "picture" && html`<section>
        <p class="hint">${text.pictureLead}</p>
        <p class="acts"><label class="button primary-label">${picture ? text.another : text.choosePicture}<input class="hidden" type="file" data-testid="picture" accept="image/*,.uvtt,.dd2vtt,.df2vtt" onChange=${event => { const file = event.currentTarget.files?.[0]; if (file) readFile(file); event.currentTarget.value = ""; }} /></label></p>
        ${picture && html`<${Fit} picture=${picture} board=${board} measuring=${measuring} onMeasure=${() => setMeasuring(!measuring)} onChange=${setPicture} onRemove=${() => { setPicture(null); setMeasuring(false); }} />`}
        ${told.understood.length > 0 && html`<h3>${words.universal.understood}</h3><ul class="dots">${told.understood.map(one => html`<li>${one}</li>`)}</ul>`}
        ${between && html`<h3>${words.universal.fill}</h3><p class="hint">${words.universal.fillAbout}</p><p class="acts"><button onClick=${() => fill("outer")} data-testid="fill-outer">${words.universal.outer}</button><button onClick=${() => fill("inner")}>${words.universal.inner}</button></p>`}
        ${told.left.length > 0 && html`<h3>${words.universal.left}</h3><ul class="dots">${told.left.map(one => html`<li>${one}</li>`)}</ul>`}</section>`}
      ${panel === "file" && html`<section class="source"><p class="hint">${text.sourceLead}</p>
        <label><span class="hidden">${text.source}</span><textarea id="source" spellcheck="false" data-testid="source" value=${source} onInput=${event => type(event.currentTarget.value)}></textarea></label></section>`}
      </div></aside>
  </main>`;
};

/** Puts the cursor where something is wrong. @param {Wrong} wrong */
const goTo = ({ line, column }) => {
  const field = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("source"));
  if (!field) return;
  const before = field.value.split("\n").slice(0, line - 1).join("\n");
  const at = before.length + (line > 1 ? 1 : 0) + column - 1;
  field.focus();
  field.setSelectionRange(at, at + 1);
  field.scrollTop = Math.max(0, (line - 4) * 20);
};

/** @param {{content: Content | null, creature: string, setCreature(name: string): void, side: string, setSide(name: string): void, known: string[], many: number, setMany(count: number): void, all: Combatant[], order: string[],
 *    chosen: string, setChosen(name: string): void, edit(nth: number, change: Partial<Combatant>): void, remove(name: string): void, isWrong(nth: number): boolean, place(): void}} given */
const Creatures = ({ content, creature, setCreature, side, setSide, known, many, setMany, all, order, chosen, setChosen, edit, remove, isWrong, place }) => {
  const [wanted, setWanted] = useState("");
  const [other, setOther] = useState(/** @type {string | null} */ (null));
  if (!content) return html`<p class="hint">${words.start.hosting}</p>`;
  const fits = content.creatures.filter(one => `${one.name} ${one.title} ${one.about}`.toLowerCase().includes(wanted.trim().toLowerCase()));
  /** @param {Event} event */
  const addSide = event => {
    event.preventDefault();
    const name = word(other ?? "").toLowerCase();
    if (name) setSide(name);
    setOther(null);
  };
  return html`<section>
    <h3>${text.forSide}</h3>
    <div class="sides" role="group" aria-label=${text.forSide}>${known.map(name => html`<button key=${name} aria-pressed=${name === side} class=${`side-pick ${order.includes(name) ? `side-${order.indexOf(name) % 6}` : ""} ${name === side ? "on" : ""}`} onClick=${() => setSide(name)}>${name}</button>`)}
      ${other == null ? html`<button class="quiet" onClick=${() => setOther("")}>${text.otherSide}</button>` : html`<form onSubmit=${addSide}><input value=${other} aria-label=${text.otherSide} placeholder=${text.sideName} ref=${field => field && !other && field.focus()} onInput=${event => setOther(event.currentTarget.value)} /></form>`}</div>
    <h3>${text.who}</h3>
    ${content.creatures.length > 8 && html`<label><span class="hidden">${text.find}</span><input type="search" placeholder=${text.find} value=${wanted} onInput=${event => setWanted(event.currentTarget.value)} /></label>`}
    <ul class="bestiary">${fits.map(one => html`<li key=${one.name}><button aria-pressed=${one.name === creature} class=${one.name === creature ? "on" : ""} draggable="true" title=${one.about} data-creature=${one.name}
      onDragStart=${event => { setCreature(one.name); event.dataTransfer.setData("text/creature", one.name); }} onClick=${() => setCreature(one.name)}>
      <b>${one.title || one.name}</b>${one.about && html`<small>${one.about}</small>`}</button></li>`)}</ul>
    <div class="howmany"><span class="stepper" role="group" aria-label=${text.howMany}><button class="icon" aria-label=${text.fewer} onClick=${() => setMany(Math.max(1, many - 1))}>−</button><output data-testid="many">${many}</output><button class="icon" aria-label=${text.more} onClick=${() => setMany(Math.min(20, many + 1))}>+</button></span>
      <button class="primary" onClick=${place} data-testid="place">${text.place(many)}</button></div>
    <p class="hint">${text.placeHow}</p>
    ${all.length > 0 && html`<h3>${text.fighters(all.length)}</h3>
    <ul class="fighters">${all.map((one, nth) => html`<li key=${nth} class=${`side-${Math.max(0, order.indexOf(one.side ?? one.party ?? "")) % 6} ${one.name === chosen ? "on" : ""} ${isWrong(nth) ? "wrong" : ""}`}>
      ${one.party ? html`<b>${one.party}</b>` : html`<input value=${one.name} aria-label=${text.nameOf(nameOf(one))} onFocus=${() => setChosen(nameOf(one))} onChange=${event => edit(nth, { name: word(event.currentTarget.value) || one.name })} />`}
      <small>${one.at}${(one.count ?? 1) > 1 ? ` ×${one.count}` : ""}</small>
      <select aria-label=${text.sideOf(nameOf(one))} value=${one.side ?? one.party} onChange=${event => edit(nth, { side: event.currentTarget.value })}>${known.map(name => html`<option>${name}</option>`)}</select>
      <button class="icon quiet danger" aria-label=${text.removeOne(nameOf(one))} onClick=${() => remove(nameOf(one))}>×</button></li>`)}</ul>`}
  </section>`;
};

/** @param {{legend: [string, string][], sign: string, setSign(sign: string): void, board: {width: number, height: number}, resize(wide: number, high: number): void, games: Game[], rulebook: string, from(name: string): void, content: Content | null}} given */
const Grounds = ({ legend, sign, setSign, board, resize, games, rulebook, from, content }) => {
  const encounters = games.find(game => game.name === rulebook)?.encounters ?? [];
  return html`<section>
    <h3>${text.paint}</h3>
    <div class="palette" role="group" aria-label=${text.paint}>${legend.map(([glyph, meaning]) => html`<button key=${glyph} aria-pressed=${glyph === sign} class=${glyph === sign ? "on" : ""} data-sign=${glyph} onClick=${() => setSign(glyph)}><i class=${`swatch ${groundOf(meaning)}`}></i><span>${meaning}</span><code>${glyph}</code></button>`)}</div>
    <h3>${text.size}</h3>
    <div class="size"><label>${text.wide}<input type="number" min="1" max="400" value=${board.width} onChange=${event => resize(Number(event.currentTarget.value), board.height)} /></label>
      <label>${text.high}<input type="number" min="1" max="400" value=${board.height} onChange=${event => resize(board.width, Number(event.currentTarget.value))} /></label>
      <p class="hint">${content?.cell ? text.cell(content.cell) : ""}</p></div>
    <h3>${text.fromTitle}</h3>
    <label><span class="hidden">${text.fromTitle}</span><select onChange=${event => { const name = event.currentTarget.value; event.currentTarget.value = ""; from(name); }}><option value="">${text.fromChoose}</option>${encounters.map(one => html`<option value=${`${rulebook}/${one.name}`}>${one.title}</option>`)}</select></label>
  </section>`;
};

