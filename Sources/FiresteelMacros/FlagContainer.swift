import FiresteelFlags

/// Makes a structure a container of flags.
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
/// It writes the conformance to `FlagContainer` and an `init()`. Each property is a flag, by
/// ``Flag(_:description:owner:expires:kind:local:parent:exclusionGroup:)`` or as `let name = Flag(default: …)`, or
/// another container, as `let name = Container()`.
///
/// - Parameter key: What the keys of the container's flags begin with; the type's own default without it.
@attached(member, names: named(init), named(key))
@attached(extension, conformances: FlagContainer)
public macro FlagContainer(key: String? = nil) =
    #externalMacro(module: "FiresteelMacrosPlugin", type: "FlagContainerMacro")
