//! What a browser shows, and when: `tests/browser/figures.mjs` in Chromium.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// Milliseconds.
pub struct Page {
    /// From the start of the program until something is painted.
    pub paint: f64,
    /// Of one frame while 100 × 100 cells are moved: half of them, and 95 of a hundred, took no longer; first with cells that are
    /// read, then with the whole board.
    pub frames: Vec<(f64, f64)>,
}

/// Measures, or says why not.
pub fn measure(store: &Path) -> Result<Page, String> {
    let chromium = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find_map(program)
        .ok_or("there is no Chromium")?;
    let driver = install()?;
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let ran = Command::new("node")
        .arg("figures.mjs")
        .args([&chromium, &own, store])
        .current_dir(driver)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("there is no node ({error})"))?;
    let told: Value =
        serde_json::from_slice(&ran.stdout).map_err(|error| format!("figures.mjs told nothing: {error}"))?;
    let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    let frames = told["frames"].as_array().into_iter().flatten();
    let frames = frames.map(|frame| (number(&frame["median"]), number(&frame["p95"]))).collect();
    Ok(Page { paint: number(&told["paint"]), frames })
}

fn program(name: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join(name)).find(|program| program.is_file())
}

/// What drives the browser, as the tests install it.
fn install() -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("figures-driver");
    let failed = |error: std::io::Error| error.to_string();
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
    for file in ["package.json", "package-lock.json", "figures.mjs"] {
        std::fs::copy(from.join(file), folder.join(file)).map_err(failed)?;
    }
    if !folder.join("node_modules/playwright-core").is_dir() {
        let installed = Command::new("npm")
            .args(["ci", "--no-audit", "--no-fund"])
            .current_dir(&folder)
            .stdout(Stdio::null())
            .status();
        if !installed.map_err(|error| format!("there is no npm ({error})"))?.success() {
            return Err("npm cannot install what drives the browser".into());
        }
    }
    Ok(folder)
}
