public import FiresteelFlags

/// Declares a property of a container as a flag.
///
/// ```swift
/// /// Saves while people type.
/// @Flag(owner: "Editor team", expires: FlagDate("2026-12-31")) var autosave: Bool = true
/// ```
///
/// The property returns the flag's value, `editor.autosave`. The flag itself is available with the prefix `$`:
/// `stack.resolution(of: editor.$autosave)`. The initial value of the property is the flag's default.
///
/// - Parameters:
///   - key: The complete key of the flag. By default the container's key and the property's name.
///   - description: The purpose of the flag, in one sentence. By default the first paragraph of the property's
///     documentation.
///   - owner: The owner.
///   - expires: The day by which the flag should be removed from the code.
///   - kind: The kind of flag.
///   - local: The local state in this build. Only for `Bool`.
///   - parent: The key of a flag that must be on.
///   - exclusionGroup: The name of a group of flags of which at most one is on at a time. Only for `Bool`.
///   - exclusionPriority: Its priority in the group: of the flags that would be on, one with the highest priority is on.
@attached(peer, names: prefixed(`$`))
@attached(accessor, names: named(get))
public macro Flag(
    _ key: String? = nil, description: String? = nil, owner: String? = nil, expires: FlagDate? = nil,
    kind: FlagKind = .release, local: LocalState = .followsProviders, parent: String? = nil,
    exclusionGroup: String? = nil, exclusionPriority: Int = 0
) = #externalMacro(module: "FiresteelMacrosPlugin", type: "FlagMacro")
