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
            throw FlagFileError(diagnostics: [text.fault(at: root.offset, "Settings are an object.")])
        }
        var faults: [FlagFileDiagnostic] = []
        var access = AccessLevel.internal
        for member in members {
            if member.name != "access" {
                faults.append(text.fault(at: member.offset, "There is no setting “\(member.name)”, only “access”."))
            } else if let level = member.value.text.flatMap(AccessLevel.init(rawValue:)) {
                access = level
            } else {
                let levels = AccessLevel.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
                faults.append(text.fault(at: member.value.offset, "“access” is one of \(levels)."))
            }
        }
        guard faults.isEmpty else { throw FlagFileError(diagnostics: faults) }
        self.access = access
    }
}
