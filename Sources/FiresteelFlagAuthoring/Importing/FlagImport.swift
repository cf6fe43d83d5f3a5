public import FiresteelFlags

/// Editable flags that were read from definitions in flagd's format.
///
/// Compiling them for the same environment results in definitions with the same values and variants. Targeting becomes
/// rules where rules have exactly the same result, and stays JsonLogic where they don't. The default variant of a Bool
/// flag with rules becomes the result for everyone else unless it is false, so that turning the flag off gives everyone
/// its false variant; the reason is then `TARGETING_MATCH` instead of `DEFAULT`.
///
/// flagd's format has neither names of rules and segments nor an order of variants: rules are numbered, a Bool flag's
/// true variants precede its false ones, and others are sorted by name.
public struct FlagImport: Sendable, Hashable {
    /// The items.
    public var items: EditableFlags
    /// The errors, of flags that can't be read and are left out, and warnings about flags that are read.
    public var diagnostics: [FlagDocumentDiagnostic]

    /// Creates the result of reading another format.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - diagnostics: The errors, of flags that are left out, and warnings about flags that are read.
    package init(items: EditableFlags, diagnostics: [FlagDocumentDiagnostic] = []) {
        self.items = items
        self.diagnostics = diagnostics
    }

    /// Reads definitions.
    ///
    /// - Parameters:
    ///   - bytes: The definitions as JSON.
    ///   - environment: The environment whose states apply (`environments` in the metadata); `state` without one.
    ///   - limits: The limits on the size and depth of the text.
    /// - Throws: An error if the bytes aren't JSON, or have no flags.
    public init(
        flagd bytes: [UInt8], environment: String? = nil, limits: JSONLimits = JSONLimits()
    ) throws(FlagDefinitionsError) {
        let definitions = try FlagDefinitions(json: bytes, options: FlagDefinitions.Options(json: limits))
        let document: JSONValue
        do {
            document = try JSONValue(json: bytes, limits: limits)
        } catch {
            throw .notJSON(error)
        }
        var reader = FlagdReader(definitions, environment: environment)
        reader.read(document)
        items = reader.items
        diagnostics = reader.diagnostics
    }
}
