//! `boardloom perft`.

use std::process::{Command, Stdio};

use crate::program::TestDir;

#[test]
fn all_ways_of_perft_agree() {
    let dir = TestDir::new();
    let perft = |more: &[&str]| {
        let args = [&["perft", "ataxx/tournament", "-d", "3"], more].concat();
        dir.run(&args).success()
    };
    assert_eq!(perft(&[]), "6460\n");
    assert_eq!(perft(&["--listed"]), "6460\n");
    assert_eq!(perft(&["--threads", "3"]), "6460\n");
    let divided = perft(&["--divide", "--threads", "2"]);
    let lines: Vec<&str> = divided.lines().collect();
    assert_eq!(lines.len(), 17);
    let sum: u64 =
        lines[..16].iter().map(|l| l.rsplit(' ').next().unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!((sum, lines[16]), (6460, "6460"));
    let object: serde_json::Value =
        serde_json::from_str(&perft(&["--json", "--divide"])).expect("one JSON object");
    assert_eq!((&object["nodes"], object["moves"].as_object().unwrap().len()), (&6460.into(), 16));
    let from = perft(&["--position", "x6/7/7/7/7/7/7 x 0 1"]);
    assert_eq!(from, "0\n");
    assert_eq!(dir.run(&["perft", "ataxx/tournament", "-d", "0"]).success(), "1\n");
}

/// A count that is not whole is no success.
#[test]
fn perft_ends_by_its_timeout_and_by_ctrl_c() {
    let dir = TestDir::new();
    let args = ["perft", "ataxx/tournament", "-d", "99"];
    for more in [&["--timeout", "0.2"][..], &["--timeout", "0.2", "--divide", "-j", "2"]] {
        let output = dir.run(&[&args, more].concat());
        assert_eq!((output.code, output.out.as_str()), (1, ""), "{}", output.err);
        assert!(output.err.contains("`--timeout`"), "{}", output.err);
    }
    assert_eq!(dir.run(&["perft", "ataxx/small", "-d", "2", "--timeout", "60"]).success(), "244\n");
    #[cfg(target_os = "linux")]
    {
        let mut command = dir.command(&args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        let status = format!("/proc/{}/status", child.id());
        // Its second bit is SIGINT's.
        let listens = || {
            let text = std::fs::read_to_string(&status).unwrap();
            let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
            u64::from_str_radix(caught.trim(), 16).unwrap() & 2 != 0
        };
        while !listens() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let kill = format!("kill -INT {}", child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(130), &b""[..]));
        assert!(String::from_utf8_lossy(&output.stderr).contains("Ctrl-C"));
    }
}
