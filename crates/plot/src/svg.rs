//! Writing SVG, element by element.

use std::fmt::{Display, Write};

/// A picture being drawn. Coordinates are in pixels of a screen, from the upper left corner.
#[derive(Clone, Debug)]
pub struct Svg {
    width: u32,
    height: u32,
    label: String,
    body: String,
}

impl Svg {
    /// An empty picture with a title, and a description for those who do not see it.
    #[must_use]
    pub fn new(width: u32, height: u32, title: &str, description: &str) -> Self {
        let label = format!("<title>{}</title><desc>{}</desc>", escaped(title), escaped(description));
        Self { width, height, label, body: String::new() }
    }

    /// An element without content: `picture.element("rect", &[("x", &4)])`. Values are escaped.
    pub fn element(&mut self, name: &str, attributes: &[(&str, &dyn Display)]) {
        self.open(name, attributes);
        self.body.push_str("/>\n");
    }

    /// An element with text in it.
    pub fn text(&mut self, name: &str, attributes: &[(&str, &dyn Display)], text: &str) {
        self.open(name, attributes);
        let _ = writeln!(self.body, ">{}</{name}>", escaped(text));
    }

    /// An element that says more when it is pointed at or read aloud: a tooltip.
    pub fn titled(&mut self, name: &str, attributes: &[(&str, &dyn Display)], title: &str) {
        self.open(name, attributes);
        let _ = writeln!(self.body, "><title>{}</title></{name}>", escaped(title));
    }

    fn open(&mut self, name: &str, attributes: &[(&str, &dyn Display)]) {
        let _ = write!(self.body, "<{name}");
        for (key, value) in attributes {
            let _ = write!(self.body, " {key}=\"{}\"", escaped(&value.to_string()));
        }
    }

    /// The whole picture.
    #[must_use]
    pub fn finish(self) -> String {
        let Self { width, height, label, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">{label}\n{body}</svg>\n"
        )
    }
}

/// A coordinate, as short as it can be without anybody seeing the difference.
#[must_use]
pub fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    // Minus nothing is nothing, and what is no number is nowhere.
    if rounded == 0.0 || !rounded.is_finite() { "0".into() } else { rounded.to_string() }
}

/// Text that stands for itself, in content and in attributes; control characters, which no picture may hold, are left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() && c != '\n' => {}
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{Svg, number};

    #[test]
    fn hostile_names_are_text() {
        let mut svg = Svg::new(10, 20, "<script>", "a & b\u{7}");
        svg.text("text", &[("x", &1), ("aria-label", &"\"><b")], "</svg>");
        let svg = svg.finish();
        assert!(svg.contains("<title>&lt;script&gt;</title><desc>a &amp; b</desc>"), "{svg}");
        assert!(svg.contains("aria-label=\"&quot;&gt;&lt;b\">&lt;/svg&gt;</text>"), "{svg}");
    }

    #[test]
    fn coordinates_are_short() {
        assert_eq!([1.0, -0.001, 0.126, f64::NAN, 1e3].map(number), ["1", "0", "0.13", "0", "1000"]);
    }
}
