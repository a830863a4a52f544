/// Exports a [`Plugin`](crate::Plugin) to the host.
///
/// Natively nothing is exported, so that a plugin's crate can be linked for tests,
/// several in one binary.
///
/// ```
/// # use boardloom_sdk::{Diagnostic, Opened, Plugin, topology::Board};
/// # struct Family;
/// # impl Plugin for Family {
/// #     type Ruleset = Board;
/// #     fn open(_: Board) -> Result<Opened, Vec<Diagnostic>> { Err(Vec::new()) }
/// # }
/// // impl Plugin for Family ...
/// boardloom_sdk::export!(Family);
/// ```
///
/// The JSON Schema of the plugin's part of a ruleset is made from its types when
/// asked for, which takes a sixth of a plugin's bytes. A plugin that is short of
/// them includes it as text:
///
/// ```text
/// boardloom_sdk::export!(Family, schema: "../schema.json");
/// ```
///
/// The file is named from where this stands, as for `include_str!`, and is the
/// `schema.json` in the crate's own folder. A test, which comes with this, holds it
/// to the types; with `UPDATE_EXPECT=1` in the environment it writes the file again.
#[macro_export]
macro_rules! export {
    ($Plugin:ty) => {
        impl $crate::Described for $Plugin {
            fn schema() -> ::std::string::String {
                $crate::native::schema::<Self>()
            }
        }
        $crate::export_component!($Plugin);
    };
    ($Plugin:ty, schema: $file:literal) => {
        impl $crate::Described for $Plugin {
            fn schema() -> ::std::string::String {
                include_str!($file).to_owned()
            }
        }
        $crate::export_component!($Plugin);

        #[cfg(test)]
        #[test]
        fn the_schema_is_current() {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/schema.json");
            $crate::testing::schema::<$Plugin>(file);
        }
    };
}

/// Makes the component's exports, which on any other target than wasm do not link.
#[doc(hidden)]
#[macro_export]
macro_rules! export_component {
    ($Plugin:ty) => {
        #[cfg(target_arch = "wasm32")]
        const _: () = {
            type Exported = $crate::guest::Component<$Plugin>;
            $crate::guest::bindings::export_component!(
                Exported with_types_in $crate::guest::bindings
            );
        };
    };
}
