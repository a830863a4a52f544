/// Exports a [`Plugin`](crate::Plugin) to the host.
///
/// Expands to nothing outside wasm, so that a plugin's crate can be linked
/// natively for tests, several in one binary.
///
/// ```
/// struct Family;
/// // impl Plugin for Family ...
/// boardloom_sdk::export!(Family);
/// ```
#[macro_export]
macro_rules! export {
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
