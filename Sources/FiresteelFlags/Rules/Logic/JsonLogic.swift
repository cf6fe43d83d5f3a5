import FiresteelBase

/// A compiled JsonLogic rule.
///
/// The operators are those of the reference implementation of 2015, with JavaScript's conversions between values, and
/// flagd's: `fractional`, `sem_ver`, `starts_with`, `ends_with`. `log` returns its operand and writes nothing.
///
/// A rule is immutable and can be evaluated by any number of threads. A standalone rule has neither a flag nor a
/// targeting key: a `fractional` in it uses only its first operand.
public struct JsonLogic: Sendable {
    private let program: LogicProgram
    private let node: Int
    private let limits: LogicLimits
    private let version: FractionalVersion

    /// Compiles a rule.
    ///
    /// - Throws: An error if an operator doesn't exist, lacks operands, or is nested too deeply.
    public static func compile(
        _ rule: JSONValue, limits: LogicLimits = LogicLimits(), fractional: FractionalVersion = .v2
    ) throws(JsonLogicError) -> JsonLogic {
        try JsonLogic(json: Array(rule.json().utf8), limits: limits, fractional: fractional)
    }

    /// Compiles a rule from a JSON text.
    ///
    /// - Throws: An error if it isn't JSON, or if an operator doesn't exist, lacks operands, or is nested too deeply.
    public init(
        json bytes: [UInt8], limits: LogicLimits = LogicLimits(), fractional: FractionalVersion = .v2
    ) throws(JsonLogicError) {
        let document: JSONDocument
        do {
            document = try JSONDocument(bytes, within: JSONLimits())
        } catch {
            throw JsonLogicError(path: "$", message: error.description)
        }
        var compiler = LogicCompiler(document, limits: limits, version: fractional)
        do {
            node = try compiler.compileRule(0, at: LogicPath()).node
        } catch {
            throw JsonLogicError(path: error.path.text, message: error.message)
        }
        program = LogicProgram(compiler.code)
        self.limits = limits
        version = fractional
    }

    /// Returns the rule's value for some data.
    ///
    /// A number without a fraction is an `JSONValue.int(_:)` if `Double` represents it exactly. An invalid number is
    /// `JSONValue.double(_:)` of `Double.nan`, and negative zero `JSONValue.double(_:)` of −0, as in JavaScript.
    ///
    /// - Throws: `GENERAL` if it exceeds the limit on steps.
    public func evaluate(_ data: JSONValue = .null) throws(FlagError) -> JSONValue {
        defer { withExtendedLifetime(program) {} }
        var evaluator = LogicEvaluator(program, data: data, version: version, steps: limits.steps)
        do {
            return try evaluator.value(node)
        } catch {
            throw FlagError(.general, error.message(limits))
        }
    }
}

/// An error that prevents a JsonLogic rule from being compiled.
public struct JsonLogicError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The location in the rule, as a JSON path such as `$.if[0]`.
    public let path: String
    /// The error message, a sentence.
    public let message: String

    /// The message, preceded by the path.
    public var description: String { "\(path): \(message)" }
}
