public import FiresteelFlags

/// Makes a property of a container a flag.
///
/// ```swift
/// /// Saves while people type.
/// @Flag(owner: "Editor team", expires: FlagDate("2026-12-31")) var autosave: Bool = true
/// ```
///
/// The property reads the flag's value, `editor.autosave`. The flag itself is beside it, for whatever takes one:
/// `stack.resolution(of: editor.$autosave)`. What the property starts with is the flag's default.
///
/// - Parameters:
///   - key: The flag's key, as it stands; without it, the container's key and the property's name.
///   - description: A sentence about the flag; the first paragraph of the property's documentation without it.
///   - owner: Who answers for it.
///   - expires: The day after which it should be gone from the code.
///   - kind: What it is there for.
///   - local: Whether this build decides for itself. Only for `Bool`.
///   - parent: The key of a flag without which this one is off.
///   - exclusionGroup: The name of a group of flags of which one at most is on at a time. Only for `Bool`.
@attached(peer, names: prefixed(`$`))
@attached(accessor, names: named(get))
public macro Flag(
    _ key: String? = nil, description: String? = nil, owner: String? = nil, expires: FlagDate? = nil,
    kind: FlagKind = .release, local: LocalState = .followsProviders, parent: String? = nil,
    exclusionGroup: String? = nil
) = #externalMacro(module: "FiresteelMacrosPlugin", type: "FlagMacro")
