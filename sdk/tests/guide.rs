//! The guide has a page for every section of optional methods of `Game`.

const GAME: &str = include_str!("../src/game.rs");
const GUIDE: &str = include_str!("../README.md");

#[test]
fn each_section_has_a_page_that_begins_with_when_to_read_it() {
    let trait_text = GAME.split("pub trait Game").nth(1).expect("the trait");
    let trait_text = trait_text.split("\n}\n").next().expect("its end");
    let sections: Vec<&str> = trait_text.split("    // ---- ").skip(1).collect();
    assert!(sections.len() >= 4, "sections begin with `// ---- Name: `");
    for section in sections {
        let (name, methods) = section.split_once(':').expect("`Name: what it is for.`");
        let page = GUIDE.split(&format!("\n## {name}\n")).nth(1);
        let page = page.unwrap_or_else(|| panic!("the guide has no page `{name}`"));
        let page = page.split("\n## ").next().unwrap_or_default();
        assert!(page.trim_start().starts_with("*You need this "), "{name}: {page}");
        for method in methods.split("\n    fn ").skip(1) {
            let end = method.find(['(', '<']).expect("parameters");
            let method = format!("`{}", &method[..end]);
            assert!(page.contains(&method), "the page `{name}` does not name {method}`");
        }
    }
}
