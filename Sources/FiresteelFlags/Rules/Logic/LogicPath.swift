/// A way into a JSON text, as people write it: `$.flags['x'].targeting.if[0]`.
///
/// Names that people gave stand in brackets, the words of the format behind a point.
struct LogicPath: Sendable {
    private(set) var text: String

    init(_ text: String = "$") {
        self.text = text
    }

    /// The path of a flag.
    static func flag(_ key: String) -> LogicPath { LogicPath("$.flags").given(key) }

    /// The path of a shared rule.
    static func evaluator(_ name: String) -> LogicPath { LogicPath("$['$evaluators']").given(name) }

    /// A member whose name people gave.
    func given(_ name: String) -> LogicPath {
        let escaped = name.flatMap { $0 == "'" || $0 == "\\" ? ["\\", $0] : [$0] }
        return LogicPath(text + "['" + String(escaped) + "']")
    }

    /// A member whose name the format gives.
    func word(_ name: String) -> LogicPath {
        let isPlain = !name.isEmpty && name.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == 0x5F }
        return isPlain ? LogicPath(text + "." + name) : given(name)
    }

    /// An element.
    func element(_ index: Int) -> LogicPath { LogicPath(text + "[\(index)]") }
}
