fn main() -> std::process::ExitCode {
    boardloom::main_with(std::env::args_os())
}
