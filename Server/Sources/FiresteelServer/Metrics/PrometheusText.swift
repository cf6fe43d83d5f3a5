/// Metrics in the text format of Prometheus, version 0.0.4.
///
/// See https://prometheus.io/docs/instrumenting/exposition_formats/.
struct PrometheusText {
    /// The media type of the format.
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// The kind of a family.
    enum Kind: String {
        case counter, gauge, histogram
    }

    /// The names and values that distinguish the series of a family.
    typealias Labels = [(String, String)]

    private(set) var text = ""

    /// Begins a family, whose samples follow.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Adds a family with one sample.
    mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        family(name, kind, help)
        sample(name, value: value)
    }

    /// Adds a sample of the current family.
    mutating func sample(_ name: String, _ labels: Labels = [], value: Double) {
        text += name
        if !labels.isEmpty {
            text += "{"
            for (index, label) in labels.enumerated() {
                if index > 0 { text += "," }
                text += "\(label.0)=\"\(Self.escaped(label.1))\""
            }
            text += "}"
        }
        text += " \(Self.number(value))\n"
    }

    /// Returns a number without a needless fraction.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    private static func escaped(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == 0x22 || $0 == 0x5C || $0 == 0x0A }) else { return value }
        return value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
