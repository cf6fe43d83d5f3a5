/// A path in a JSON text, in its usual notation: `$.flags['x'].targeting.if[0]`.
///
/// User-defined names are in brackets, the format's own words follow a period.
package struct LogicPath: Sendable {
    package private(set) var text: String

    package init(_ text: String = "$") {
        self.text = text
    }

    /// Returns the path of a flag.
    package static func flag(_ key: String) -> LogicPath { LogicPath("$.flags").given(key) }

    /// Returns the path of a shared rule.
    static func evaluator(_ name: String) -> LogicPath { LogicPath("$['$evaluators']").given(name) }

    /// Returns the path of a member with a user-defined name.
    package func given(_ name: String) -> LogicPath {
        let escaped = name.flatMap { $0 == "'" || $0 == "\\" ? ["\\", $0] : [$0] }
        return LogicPath(text + "['" + String(escaped) + "']")
    }

    /// Returns the path of a member with a name of the format.
    package func word(_ name: String) -> LogicPath {
        let isPlain = !name.isEmpty && name.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == 0x5F }
        return isPlain ? LogicPath(text + "." + name) : given(name)
    }

    /// Returns the path of an element.
    package func element(_ index: Int) -> LogicPath { LogicPath(text + "[\(index)]") }
}
