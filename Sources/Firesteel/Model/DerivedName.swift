/// The identifier and the display name derived from a type's name.
struct DerivedName: Equatable {
    let identifier: String
    let words: String

    static func feature(_ type: any FeatureDefinition.Type) -> DerivedName {
        DerivedName(typeName: String(describing: type), suffixes: ["Features", "Feature"])
    }

    static func action(_ type: any ActionDefinition.Type) -> DerivedName {
        DerivedName(typeName: String(describing: type), suffixes: actionSuffixes)
    }

    /// The longer suffix is first, because it ends in the shorter one.
    static let actionSuffixes = ["UIAction", "Action"]

    init(typeName: String, suffixes: [String]) {
        let suffix = suffixes.first { typeName.hasSuffix($0) && typeName.count > $0.count }
        identifier = String(typeName.dropLast(suffix?.count ?? 0))
        words = Self.split(identifier)
    }

    /// Splits camel case into words, and leaves acronyms and numbers intact: `PDFExport2025` becomes "PDF Export 2025".
    static func split(_ name: String) -> String {
        let characters = Array(name)
        var words = ""
        for (index, character) in characters.enumerated() {
            if character == "_" {
                if !words.isEmpty, !words.hasSuffix(" ") { words.append(" ") }
                continue
            }
            if index > 0, !words.isEmpty, !words.hasSuffix(" ") {
                let before = characters[index - 1]
                let after = index + 1 < characters.count ? characters[index + 1] : nil
                let startsWord = character.isUppercase && (before.isLowercase || before.isNumber)
                // The last capital of a run belongs to the word that follows: PDF|Export.
                let endsAcronym = character.isUppercase && before.isUppercase && after?.isLowercase == true
                let startsNumber = character.isNumber && before.isLowercase
                if startsWord || endsAcronym || startsNumber { words.append(" ") }
            }
            words.append(contentsOf: words.isEmpty ? character.uppercased() : String(character))
        }
        return words
    }
}
