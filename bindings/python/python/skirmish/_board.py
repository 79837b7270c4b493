"""A battle as a picture, for notebooks."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Any

_GROUND = {".": "#f4f2ea", " ": "#ffffff", "#": "#6b6660", "~": "#a9c9e6"}
_SIDES = ["#1f5fa8", "#b3391f", "#2f7d3a", "#7a4a9c", "#8a6d00", "#00707a"]
_CELL = 26.0


def board_html(view: Mapping[str, Any]) -> str:
    """Board, who stands where, and what is asked; what is not seen now is dimmed and hatched. Sides differ by colour and by shape;
    nothing is drawn but what the view has."""
    board = view["board"]
    hexes = board["kind"] == "hex"
    unseen = _unseen(view.get("seen"))
    shapes = []
    for row, glyphs in enumerate(board["rows"]):
        for column, glyph in enumerate(glyphs):
            x, y = _centre(column, row, hexes)
            fill = _GROUND.get(glyph, "#d9d2c0")
            shapes.append(f"<polygon points='{_corners(x, y, hexes)}' fill='{fill}' stroke='#bbb5a6' stroke-width='0.6'/>")
            if glyph not in _GROUND:
                shapes.append(_text(x, y, glyph, "#777", 11))
            if row * board["width"] + column in unseen:
                shapes.append(_fog(x, y, hexes))
    for token in view["tokens"]:
        places = token.get("cells") or [token["at"]]
        colour = _SIDES[token["side"] % len(_SIDES)]
        for column, row in places:
            x, y = _centre(column, row, hexes)
            shapes.append(_mark(x, y, token["side"], colour, bool(token["able"])))
        x, y = _centre(token["at"][0], token["at"][1], hexes)
        title = f"<title>{html.escape(_about(token, view['sides']))}</title>"
        shapes.append(f"<g>{title}{_text(x, y, token['letter'], '#ffffff', 12)}</g>")
    width = (board["width"] + (0.5 if hexes else 0)) * _CELL + 4
    height = (board["height"] * (0.866 if hexes else 1) + 0.4) * _CELL + 4
    svg = (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width:.0f}' height='{height:.0f}' "
        f"role='img' aria-label='{html.escape(view['title'], quote=True)}'>{''.join(shapes)}</svg>"
    )
    head = f"<b>{html.escape(view['title'])}</b>, {html.escape(view['clock'])}"
    people = "".join(f"<li>{html.escape(token['letter'] + ' ' + _about(token, view['sides']))}</li>" for token in view["tokens"])
    awaited = view.get("awaited")
    below = view.get("outcome") or (awaited["prompt"] if awaited else "")
    if unseen:
        people = f"<li>Hatched: not seen now, {len(unseen)} of {board['width'] * board['height']} cells</li>{people}"
    return f"<div><p>{head}</p>{svg}<ul>{people}</ul><p>{html.escape(str(below))}</p></div>"


def _about(token: Mapping[str, Any], sides: list[str]) -> str:
    def gauge(one: Mapping[str, Any]) -> str:
        if one["value"] is None:
            return str(one["word"])
        most = f" of {one['most']}" if one["most"] is not None else ""
        return f"{one['value']}{most} {one['name']}"

    told = [gauge(one) for one in token["gauges"]] + [tag["text"] for tag in token["tags"]]
    return f"{token['name']} ({sides[token['side']]}) at {token['cell']}: {', '.join(told)}"


def _unseen(runs: Sequence[int] | None) -> set[int]:
    """Cells that are not seen now, row by row. Runs take turns, the first of them unseen; without any, nothing has been worked out."""
    cells: set[int] = set()
    at = 0
    for nth, run in enumerate(runs or ()):
        if nth % 2 == 0:
            cells.update(range(at, at + run))
        at += run
    return cells


def _fog(x: float, y: float, hexes: bool) -> str:
    r = _CELL * 0.3
    lines = " ".join(f"M{x - r + shift:.1f},{y + r:.1f} L{x + r:.1f},{y - r + shift:.1f}" for shift in (0.0, r))
    return (
        f"<g class='unseen'><polygon points='{_corners(x, y, hexes)}' fill='#1f2430' opacity='0.35'/>"
        f"<path d='{lines}' stroke='#1f2430' stroke-width='1' opacity='0.6'/></g>"
    )


def _centre(column: int, row: int, hexes: bool) -> tuple[float, float]:
    shift = 0.5 if hexes and row % 2 == 1 else 0.0
    return (column + shift + 0.5) * _CELL + 2, (row * (0.866 if hexes else 1.0) + 0.6) * _CELL + 2


def _corners(x: float, y: float, hexes: bool) -> str:
    half, tall = _CELL / 2, _CELL * 0.577
    if hexes:
        corners = [(0, -tall), (half, -tall / 2), (half, tall / 2), (0, tall), (-half, tall / 2), (-half, -tall / 2)]
    else:
        corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    return " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)


def _mark(x: float, y: float, side: int, colour: str, able: bool) -> str:
    r = _CELL * 0.4
    look = f"fill='{colour}' opacity='{1 if able else 0.4}'"
    shape = side % 3
    if shape == 0:
        return f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{r:.1f}' {look}/>"
    if shape == 1:
        return f"<rect x='{x - r:.1f}' y='{y - r:.1f}' width='{2 * r:.1f}' height='{2 * r:.1f}' {look}/>"
    points = f"{x:.1f},{y - r:.1f} {x + r:.1f},{y:.1f} {x:.1f},{y + r:.1f} {x - r:.1f},{y:.1f}"
    return f"<polygon points='{points}' {look}/>"


def _text(x: float, y: float, text: str, fill: str, size: int) -> str:
    return (
        f"<text x='{x:.1f}' y='{y:.1f}' fill='{fill}' font-size='{size}' font-family='sans-serif' "
        f"text-anchor='middle' dominant-baseline='central'>{html.escape(text)}</text>"
    )
