//! The library of rulesets.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use boardloom_ruleset::{Library, LibrarySource, Overrides, RulesetOrigin, keep_named};
use common::{Anything, Sample, library};
use serde_json::json;

const BUNDLED: &[(&str, &str)] = &[
    ("sample/one.toml", "format = 1\nplugin = \"sample\"\nname = \"One\"\nsummary = \"First.\"\n"),
    ("sample/two.toml", "format = 1\nname = \"Two\"\nextends = \"sample/one\"\n"),
    ("README.md", "not a ruleset"),
];

#[test]
fn an_earlier_source_shadows_a_later_one() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("sample/deep");
    std::fs::create_dir_all(&inside).unwrap();
    std::fs::create_dir(folder.path().join(".hidden")).unwrap();
    std::fs::write(folder.path().join(".hidden/x.toml"), "").unwrap();
    std::fs::write(folder.path().join("sample/one.toml"), "format = 1\nname = \"Mine\"\n").unwrap();
    std::fs::write(inside.join("broken.toml"), "name = ").unwrap();
    std::fs::write(folder.path().join("notes.txt"), "").unwrap();
    let library = Library::new(vec![
        LibrarySource::Folder(folder.path().to_owned()),
        LibrarySource::Folder(folder.path().join("missing")),
        LibrarySource::Bundled(BUNDLED),
    ]);
    let listed: Vec<(String, String, String, usize)> = library
        .list()
        .into_iter()
        .map(|entry| (entry.id, entry.name, entry.plugin, entry.shadows.len()))
        .collect();
    let expected = [
        ("sample/deep/broken", "broken", "", 0),
        ("sample/one", "Mine", "", 1),
        ("sample/two", "Two", "", 0),
    ];
    let expected = expected.map(|(id, name, plugin, shadows)| {
        (id.to_owned(), name.to_owned(), plugin.to_owned(), shadows)
    });
    assert_eq!(listed, expected);
    let one = library.list().remove(1);
    assert_eq!(one.origin, RulesetOrigin::File(folder.path().join("sample/one.toml")));
    assert_eq!(one.shadows, [RulesetOrigin::Bundled]);
}

#[test]
fn a_list_has_inherited_plugins() {
    let entries = Library::new(vec![LibrarySource::Bundled(BUNDLED)]).list();
    assert_eq!(entries[1].plugin, "sample");
    assert_eq!(entries[0].summary, "First.");
}

#[test]
fn an_alias_finds_its_ruleset_and_is_no_part_of_it() {
    const TEXTS: &[(&str, &str)] = &[
        (
            "sample/one.toml",
            "format = 1\nplugin = \"sample\"\nname = \"One\"\naliases = [\"uno\"]\n",
        ),
        ("sample/two.toml", "format = 1\nname = \"Two\"\nextends = \"sample/one\"\n"),
    ];
    let library = Library::new(vec![LibrarySource::Bundled(TEXTS)]);
    let load = |id: &str| library.load(id, &Overrides::new(), &Anything);
    let found = load("uno").unwrap();
    assert_eq!(found.id, "sample/one");
    assert!(!found.resolved_toml().contains("uno"));
    assert!(!load("sample/two").unwrap().resolved_toml().contains("uno"));
    assert!(load("due").is_err());
}

#[test]
fn one_ruleset_stands_for_its_family() {
    const TEXTS: &[(&str, &str)] = &[
        ("sample/one.toml", "format = 1\nplugin = \"sample\"\nname = \"One\"\nmain = true\n"),
        ("sample/two.toml", "format = 1\nname = \"Two\"\nextends = \"sample/one\"\n"),
    ];
    let mains = |library: &Library| -> Vec<String> {
        library.list().into_iter().filter(|it| it.main).map(|it| it.id).collect()
    };
    let library = Library::new(vec![LibrarySource::Bundled(TEXTS)]);
    assert_eq!(mains(&library), ["sample/one"], "it is not inherited");
    let read = library.load("sample/one", &Overrides::new(), &Anything).unwrap();
    assert!(!read.resolved_toml().contains("main"), "it is no part of the game");
    let (_, report) = library.inspect("sample/one", &Overrides::new(), &Anything);
    assert!(report.is_empty(), "{}", report.render(false));

    // The player's own choice goes before the built-in one.
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, main: &str| {
        let text = format!("format = 1\nplugin = \"sample\"\nname = \"{name}\"\n{main}\n");
        std::fs::create_dir_all(folder.path().join("sample")).unwrap();
        std::fs::write(folder.path().join(format!("sample/{name}.toml")), text).unwrap();
    };
    write("mine", "main = true");
    write("other", "");
    let sources =
        vec![LibrarySource::Folder(folder.path().to_owned()), LibrarySource::Bundled(TEXTS)];
    let library = Library::new(sources);
    assert_eq!(mains(&library), ["sample/mine"]);
    let (_, report) = library.inspect("sample/mine", &Overrides::new(), &Anything);
    assert!(report.is_empty(), "{}", report.render(false));

    write("other", "main = true");
    let (_, report) = library.inspect("sample/other", &Overrides::new(), &Anything);
    let text = report.render(false);
    assert!(text.contains("warning: `sample/mine` is the main ruleset of `sample` too"), "{text}");
    assert!(text.contains("other.toml:4:"), "{text}");
}

#[test]
fn lists_have_the_texts_of_their_language() {
    const TEXTS: &[(&str, &str)] = &[(
        "sample/one.toml",
        "format = 1\nplugin = \"sample\"\nname = \"One\"\nfamily = \"Samples\"\n\
         [de]\nname = \"Eins\"\nfamily = \"Proben\"\n",
    )];
    let library = Library::new(vec![LibrarySource::Bundled(TEXTS)]);
    let read = |language: &str| {
        let entry = library.list().remove(0).in_language(language);
        (entry.name, entry.family, entry.aliases)
    };
    assert_eq!(read("fr"), ("One".into(), "Samples".into(), vec![]));
    assert_eq!(read("de"), ("Eins".into(), "Proben".into(), vec!["One".into()]));
    let (ruleset, report) = library.inspect("sample/one", &Overrides::new(), &Anything);
    assert!(report.is_empty(), "{}", report.render(false));
    assert!(!ruleset.unwrap().resolved_toml().contains("Samples"), "it is no part of the game");
}

#[test]
fn a_missing_ruleset_gets_a_suggestion() {
    let library = Library::new(vec![LibrarySource::Bundled(BUNDLED)]);
    let check = |id: &str, expected: &str| {
        let report = library.load(id, &Overrides::new(), &Anything).unwrap_err();
        let text = report.render(false);
        assert!(text.contains(expected), "{id}: {text}");
    };
    check("sample/on", "did you mean `sample/one`?");
    check("two", "did you mean `sample/two`?");
    // The words of the name in another order, under the name of the game instead of its family.
    check("two/sample", "did you mean `sample/two`?");
    check("sample/zzzzzz", "in `sample` there are `sample/one` and `sample/two`");
    check("../sample/one", "there is no ruleset `../sample/one`");
    check("", "there is no ruleset ``");
}

#[test]
fn descendants_are_counted() {
    let library = Library::new(vec![LibrarySource::Bundled(&[
        ("x/all.toml", "format = 1\nname = \"All\"\nextends = \"x/half\""),
        ("x/base.toml", "format = 1\nname = \"Base\"\nplugin = \"sample\""),
        ("x/half.toml", "format = 1\nname = \"Half\"\nplugin = \"sample\"\nextends = \"x/base\""),
        ("x/ring.toml", "format = 1\nname = \"Ring\"\nextends = \"x/ring\""),
    ])]);
    let descendants: Vec<_> =
        library.list().into_iter().map(|it| (it.id, it.descendants)).collect();
    let expected = [("x/all", 0), ("x/base", 2), ("x/half", 1), ("x/ring", 0)];
    assert_eq!(descendants, expected.map(|(id, descendants)| (id.to_owned(), descendants)));
}

#[test]
fn unreadable_files_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::new(vec![LibrarySource::Folder(folder.path().to_owned())]);
    let check = |name: &str, bytes: Option<&[u8]>, expected: &str| {
        let path = folder.path().join(name);
        if let Some(bytes) = bytes {
            std::fs::write(&path, bytes).unwrap();
        }
        let report = library.load_path(&path, &Overrides::new(), &Anything).unwrap_err();
        let text = report.render(false);
        assert!(text.contains(expected), "{name}: {text}");
    };
    check("nothing.toml", None, "cannot read");
    check("latin.toml", Some(b"format = 1\nname = \"\xe4\"\n"), "line 2 is not UTF-8 text");
    check("large.toml", Some(&vec![b'#'; (16 << 20) + 1]), "larger than 16 MiB");
}

#[test]
fn byte_order_marks_and_crlf_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it.toml");
    std::fs::write(&path, "\u{feff}format = 1\r\nplugin = \"sample\"\r\nname = \"It\"\r\n")
        .unwrap();
    let ruleset = Library::default().load_path(&path, &Overrides::new(), &Anything).unwrap();
    assert_eq!(ruleset.name, "It");
    std::fs::write(&path, "format = 1\r\nplugin = \"sample\"\r\nnaem = \"It\"\r\n").unwrap();
    let report = Library::default().load_path(&path, &Overrides::new(), &Sample::default());
    let json = report.unwrap_err().to_json();
    let unknown = json["findings"].as_array().unwrap().iter().find(|it| it["line"] == 3).unwrap();
    assert_eq!(unknown["source_line"], json!("naem = \"It\""));
    assert_eq!(unknown["help"], json!("did you mean `name`?"));
}

#[test]
fn a_report_is_one_json_object() {
    let text = "format = 1\nplugin = \"sample\"\nname = \"Ä\"\nextends = \"sample/base\"\n\
                [help]\ntips = 'ä' # valid\n[rules]\n'quite_limit' = 100\n";
    let report =
        library().load_text("it.toml", text, &Overrides::new(), &Sample::default()).unwrap_err();
    let expected = json!({
        "errors": 1,
        "warnings": 0,
        "findings": [{
            "severity": "error",
            "message": "unknown key `quite_limit` in `rules`",
            "label": null,
            "help": "did you mean `quiet_limit`?",
            "notes": [],
            "key": "rules.quite_limit",
            "file": "it.toml",
            "line": 8, "column": 1, "end_line": 8, "end_column": 14,
            "source_line": "'quite_limit' = 100",
        }],
    });
    assert_eq!(report.to_json(), expected);
    assert!(report.render(true).contains('\u{1b}'));
    assert_eq!(report.files().len(), 1);
}

#[test]
fn a_search_keeps_the_families_where_it_begins_a_word() {
    let kept = |search: &str| {
        let mut found = vec!["fruit/peanut", "nut/hazel", "nut/seven-by-seven"];
        keep_named(&mut found, search, |id| {
            let family = id.split('/').next().unwrap_or_default();
            (family.to_owned(), (*id).to_owned())
        });
        found
    };
    let nuts = ["nut/hazel", "nut/seven-by-seven"];
    assert_eq!(kept("NUT"), nuts);
    assert_eq!(kept("by-sev"), nuts, "families stay together");
    assert_eq!(kept("pea"), ["fruit/peanut"]);
    for search in ["", "eanut"] {
        assert_eq!(kept(search).len(), 3, "{search}");
    }
}
