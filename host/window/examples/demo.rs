//! Opens the window with a game that needs no plugin.
fn main() {
    if let Err(error) = boardloom_window::demo() {
        eprintln!("boardloom: {error}");
        std::process::exit(3);
    }
}
