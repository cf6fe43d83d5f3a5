/// Reads the part of Mermaid that catalogues are written in, and nothing else.
struct MermaidParser {
    enum Shape: Hashable { case box, group, conditional, action }
    struct Edge: Hashable {
        enum Kind: Hashable { case contains, requires, excludes }
        let kind: Kind
        let from: String
        let to: String
    }

    struct ParseError: Error, CustomStringConvertible {
        let line: Int
        let message: String
        var description: String { "line \(line): \(message)" }
    }

    private(set) var labels: [String: String] = [:]
    private(set) var shapes: [String: Shape] = [:]
    private(set) var edges: [Edge] = []

    init(_ text: String) throws {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first == "flowchart LR", lines.last == "" else {
            throw ParseError(line: 1, message: "no flowchart")
        }
        lines = lines.dropFirst().dropLast()
        for (number, line) in lines.enumerated() {
            do { try read(line) } catch { throw ParseError(line: number + 2, message: "\(error): \(line)") }
        }
    }

    private mutating func read(_ line: Substring) throws {
        guard line.hasPrefix("    ") else { throw ParseError(line: 0, message: "not indented") }
        let line = line.dropFirst(4)
        let name = line.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard let first = name.first, first == "f" else { throw ParseError(line: 0, message: "no name") }
        let rest = line.dropFirst(name.count)
        for (open, close, shape) in [
            ("[[\"", "\"]]", Shape.group), ("{{\"", "\"}}", .conditional), ("([\"", "\"])", .action),
            ("[\"", "\"]", .box),
        ] where rest.hasPrefix(open) {
            guard rest.hasSuffix(close), rest.count >= open.count + close.count else {
                throw ParseError(line: 0, message: "not closed")
            }
            guard labels[String(name)] == nil else { throw ParseError(line: 0, message: "defined twice") }
            labels[String(name)] = try Self.label(rest.dropFirst(open.count).dropLast(close.count))
            shapes[String(name)] = shape
            return
        }
        for (arrow, kind) in [
            (" --> ", Edge.Kind.contains), (" -.->|requires| ", .requires), (" -.-x|excludes| ", .excludes),
        ] where rest.hasPrefix(arrow) {
            let other = String(rest.dropFirst(arrow.count))
            // Both ends must be there before: Mermaid would make nodes without labels of them.
            guard labels[String(name)] != nil, labels[other] != nil else {
                throw ParseError(line: 0, message: "an end is missing")
            }
            edges.append(Edge(kind: kind, from: String(name), to: other))
            return
        }
        throw ParseError(line: 0, message: "neither a node nor an edge")
    }

    /// A label with its characters by number put back.
    private static func label(_ text: Substring) throws -> String {
        var label = ""
        var rest = text
        while let character = rest.popFirst() {
            guard character == "#" else {
                guard character.isLetter || character.isNumber || " ,.".contains(character) || !character.isASCII else {
                    throw ParseError(line: 0, message: "\(character) in a label")
                }
                label.append(character)
                continue
            }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard let value = UInt32(digits), let scalar = Unicode.Scalar(value) else {
                throw ParseError(line: 0, message: "no number after #")
            }
            rest = rest.dropFirst(digits.count)
            guard rest.popFirst() == ";" else { throw ParseError(line: 0, message: "no ; after a number") }
            label.unicodeScalars.append(scalar)
        }
        return label
    }
}
