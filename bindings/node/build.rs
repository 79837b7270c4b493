//! Tells the linker what Node gives.
fn main() {
    napi_build::setup();
}
