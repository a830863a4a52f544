//! The parts that all screens are made of. [`gallery`] shows each in all states.

mod button;
mod card;
mod dialog;
mod field;
pub mod gallery;
mod menu_entry;
mod palette_row;
mod reaction;
mod segmented;
mod spinner;
mod stepper;
mod switch;
mod tabs;
mod toast;

pub use button::ActionButton;
pub use card::{body_lines, card_frame, chip, key_cap, lines, name_lines, rail_entry, row_frame};
pub use dialog::{
    dialog_frame, dialog_margins, flush_left, footer, modal, modal_as, question, scroll_height,
};
pub use field::{
    control_row, cursor_to_end, list_arrow, row_text, search_field, text_field, with_edges,
};
pub use menu_entry::{menu_entry, submenu_button};
pub use palette_row::palette_row;
pub use segmented::{
    explained_segments, fits, labelled, segmented, segmented_of, segmented_row, segments_width,
    small_segmented,
};
pub use spinner::spinner;
pub use stepper::{number_field, stepper};
pub use switch::{explained_switch, switch};
pub use tabs::tabs;
pub use toast::{toast, toast_frame, toast_with};
