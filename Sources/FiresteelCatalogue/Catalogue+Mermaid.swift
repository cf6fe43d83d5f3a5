import Firesteel

extension Catalogue {
    /// Returns the tree of features as a Mermaid flowchart.
    ///
    /// A group is a box with double sides, a conditional feature a hexagon, any other feature a box. Required and
    /// excluded features are dotted edges. Names are escaped.
    ///
    /// - Parameter withActions: Whether the actions of each feature are included.
    public func mermaid(withActions: Bool = false) -> String {
        var lines = ["flowchart LR"]
        let numbers = Dictionary(
            features.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
        for (number, feature) in features.enumerated() {
            lines.append("    f\(number)\(Self.shape(feature))")
            if let parent = feature.parent.flatMap({ numbers[$0] }) { lines.append("    f\(parent) --> f\(number)") }
            guard withActions else { continue }
            for (index, action) in feature.actions.enumerated() {
                lines.append("    f\(number)a\(index)([\"\(MermaidText.escaped(action.name))\"])")
                lines.append("    f\(number) --> f\(number)a\(index)")
            }
        }
        for (number, feature) in features.enumerated() {
            for condition in feature.constraints {
                // A feature that isn't in the catalogue has no place in the drawing.
                for other in condition.requires.compactMap({ numbers[$0] }) {
                    lines.append("    f\(number) -.->|requires| f\(other)")
                }
                for other in condition.excludes.compactMap({ numbers[$0] }) {
                    lines.append("    f\(number) -.-x|excludes| f\(other)")
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func shape(_ feature: CatalogueFeature) -> String {
        let label = "\"\(MermaidText.escaped(feature.name))\""
        return switch feature.kind {
        case .group: "[[\(label)]]"
        case .conditional: "{{\(label)}}"
        case .feature: "[\(label)]"
        }
    }
}

/// Texts for quoted Mermaid labels.
enum MermaidText {
    /// Replaces all characters with a meaning in Mermaid, Markdown or HTML by their numbers.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case " ", ",", ".", "0"..."9", "A"..."Z", "a"..."z": escaped.unicodeScalars.append(scalar)
            case _ where scalar.properties.isAlphabetic: escaped.unicodeScalars.append(scalar)
            case _ where scalar.properties.generalCategory == .control: escaped += " "
            default: escaped += "#\(scalar.value);"
            }
        }
        return escaped
    }
}
