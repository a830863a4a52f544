//! Files: opened, saved elsewhere, exported.

use std::path::Display;

texts! { "files";
    open save_as export export_to name name_hint parent home documents all reading empty
    nothing_yet no_games none_fits do_open do_save do_export cancel replace_it keep no_name folder record
    ruleset plugin format png svg gif frames width height pace from to screen_size in_3d
    in_3d_size filmed_flat exporting stop busy safe_mode forbidden;
    replace(name: &str);
    missing(path: &Display<'_>);
    no_folder(path: &Display<'_>);
    unread(path: &Display<'_>, why: &str);
    unwritten(path: &Display<'_>, why: &str);
    left_off(count: usize);
    progress(done: usize, positions: usize);
    exported(path: &Display<'_>);
    exported_early(path: &Display<'_>, positions: usize);
    exported_cut(path: &Display<'_>, ply: u32, why: &str);
    no_ruleset(plugin: &str);
}
