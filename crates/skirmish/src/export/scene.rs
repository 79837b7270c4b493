//! A map in the Universal VTT format.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use skirmish_kernel::{BoardView, Lit};

use super::outline::{Point, Shape, is_wall, outlines, spines};
use super::picture;

/// A board, and what is known of it besides.
pub(super) struct Scene<'s> {
    pub(super) board: &'s BoardView,
    /// Signs of what nobody sees through.
    pub(super) walls: &'s str,
    pub(super) lit: &'s Lit,
}

impl Scene<'_> {
    /// What the format cannot say, and what was made of it.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if Shape::of(self.board) == Shape::Hex {
            notes.push(
                "note: the format knows squares alone; set the other program's grid to hexagonal rows, odd rows shifted, a hex \
                 as wide as a square"
                    .to_owned(),
            );
        }
        let others =
            self.board.legend.iter().filter(|(sign, meaning)| !self.walls.contains(*sign) && meaning != "open");
        let others: Vec<&str> = others.map(|(_, meaning)| meaning.as_str()).collect();
        if !others.is_empty() {
            notes
                .push(format!("note: in the picture only, since the format has no word for it: {}", others.join(", ")));
        }
        notes
    }

    /// The file.
    pub(super) fn json(&self) -> String {
        let shape = Shape::of(self.board);
        let (width, height) = shape.size(self.board);
        let walls: Vec<Value> = outlines(self.board, self.walls)
            .iter()
            .chain(&spines(self.board, self.walls))
            .map(|line| line.iter().map(|at| point(*at)).collect())
            .collect();
        let light = |light: &skirmish_kernel::Light| {
            let (column, row) = (i32::from(light.at.0), i32::from(light.at.1));
            json!({
                "position": point(shape.middle(column, row)), "range": f64::from(light.reach) / f64::from(light.cell.max(1)),
                "intensity": 1, "color": "ffffd9a0", "shadows": true,
            })
        };
        let lights = self.lit.lights.iter().filter(|light| {
            let inside = light.at.0 < self.board.width && light.at.1 < self.board.height;
            inside && !is_wall(self.board, self.walls, light.at.0.into(), light.at.1.into())
        });
        let ambient = if self.lit.dark { "ff1c1c24" } else { "ffffffff" };
        let scene = json!({
            "format": 0.3,
            "software": "skirmish",
            "resolution": {
                "map_origin": { "x": 0, "y": 0 },
                "map_size": { "x": width, "y": height },
                "pixels_per_grid": picture::pixels(self.board),
            },
            "line_of_sight": walls,
            "objects_line_of_sight": [],
            "portals": [],
            "environment": { "baked_lighting": false, "ambient_light": ambient },
            "lights": lights.map(light).collect::<Vec<_>>(),
            "image": STANDARD.encode(picture::png(self.board)),
        });
        format!("{scene}\n")
    }
}

/// To a thousandth of a cell, which is less than a pixel.
fn point((x, y): Point) -> Value {
    let rounded = |at: f64| (at * 1000.0).round() / 1000.0;
    json!({ "x": rounded(x), "y": rounded(y) })
}
