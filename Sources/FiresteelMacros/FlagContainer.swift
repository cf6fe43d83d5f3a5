import FiresteelFlags

/// Declares a structure as a container of flags.
///
/// ```swift
/// @FlagContainer
/// struct EditorFlags {
///     /// Saves while people type.
///     @Flag var autosave: Bool = true
///     let preview = PreviewFlags()
/// }
/// ```
///
/// The macro generates the conformance to `FlagContainer` and an `init()`. Each property is a flag, by
/// ``Flag(_:description:owner:expires:kind:local:parent:exclusionGroup:exclusionPriority:)`` or as `let name = Flag(default: …)`, or
/// another container, as `let name = Container()`.
///
/// - Parameter key: The prefix of the keys of the container's flags. By default derived from the type.
@attached(member, names: named(init), named(key))
@attached(extension, conformances: FlagContainer)
public macro FlagContainer(key: String? = nil) =
    #externalMacro(module: "FiresteelMacrosPlugin", type: "FlagContainerMacro")
