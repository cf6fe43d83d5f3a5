import FiresteelFlags

/// The settings for all generated accessors of a target.
package struct AccessorSettings: Sendable {
    /// The access level; internal by default.
    package let access: AccessLevel

    /// Reads settings, `{"access": "public"}`.
    package init(_ bytes: [UInt8]) throws(FlagFileError) {
        let text = FlagFileText(bytes)
        let root: PlacedValue
        do throws(JSONError) {
            root = try PlacedValue(json: bytes)
        } catch {
            throw FlagFileError(diagnostics: [FlagFileDiagnostic(error)])
        }
        guard let members = root.members else {
            throw FlagFileError(diagnostics: [text.diagnostic(at: root.offset, "Settings must be an object.")])
        }
        var diagnostics: [FlagFileDiagnostic] = []
        var access = AccessLevel.internal
        for member in members {
            if member.name != "access" {
                diagnostics.append(
                    text.diagnostic(at: member.offset, "There is no setting “\(member.name)”, only “access”."))
            } else if let level = member.value.text.flatMap(AccessLevel.init(rawValue:)) {
                access = level
            } else {
                let levels = AccessLevel.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
                diagnostics.append(text.diagnostic(at: member.value.offset, "“access” must be one of \(levels)."))
            }
        }
        guard diagnostics.isEmpty else { throw FlagFileError(diagnostics: diagnostics) }
        self.access = access
    }
}
