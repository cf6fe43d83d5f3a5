import FiresteelBase

/// A rule in JsonLogic, compiled.
///
/// The operators are those of the reference implementation of 2015, with JavaScript's way of turning values into others,
/// and flagd's: `fractional`, `sem_ver`, `starts_with`, `ends_with`. `log` hands on its operand and writes nothing.
///
/// A rule is immutable and can be evaluated by any number of threads. A rule by itself knows neither a flag nor a targeting
/// key: a `fractional` in it draws by its first operand only.
public struct JsonLogic: Sendable {
    private let program: LogicProgram
    private let node: Int
    private let limits: LogicLimits
    private let version: FractionalVersion

    /// Compiles a rule.
    ///
    /// - Throws: Where an operator doesn't exist, lacks operands, or lies too deep.
    public static func compile(
        _ rule: FlagValue, limits: LogicLimits = LogicLimits(), fractional: FractionalVersion = .v2
    ) throws(JsonLogicError) -> JsonLogic {
        try JsonLogic(json: Array(rule.json().utf8), limits: limits, fractional: fractional)
    }

    /// Compiles a rule from a JSON text.
    ///
    /// - Throws: Where it isn't JSON, or where an operator doesn't exist, lacks operands, or lies too deep.
    public init(
        json bytes: [UInt8], limits: LogicLimits = LogicLimits(), fractional: FractionalVersion = .v2
    ) throws(JsonLogicError) {
        let document: JSONDocument
        do {
            document = try JSONDocument(bytes, within: JSONLimits())
        } catch {
            throw JsonLogicError(path: "$", message: error.description)
        }
        var compiler = LogicCompiler(document, limits: limits)
        do {
            node = try compiler.compileRule(0, at: LogicPath()).node
        } catch {
            throw JsonLogicError(path: error.path.text, message: error.message)
        }
        program = LogicProgram(compiler.code)
        self.limits = limits
        version = fractional
    }

    /// The rule's value for some data.
    ///
    /// A number without a fraction is an ``FlagValue/int(_:)`` as far as `Double` holds it exactly. What is no number is
    /// ``FlagValue/double(_:)`` of `Double.nan`, as in JavaScript.
    ///
    /// - Throws: `GENERAL` where it takes more steps than are allowed.
    public func evaluate(_ data: FlagValue = .null) throws(FlagError) -> FlagValue {
        defer { withExtendedLifetime(program) {} }
        var evaluator = LogicEvaluator(program, data: data, version: version, steps: limits.steps)
        do {
            return try evaluator.value(node)
        } catch {
            throw FlagError(.general, error.message(limits))
        }
    }
}

/// Why a rule in JsonLogic could not be compiled.
public struct JsonLogicError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where in the rule, as a JSON path such as `$.if[0]`.
    public let path: String
    /// What is wrong, in a sentence.
    public let message: String

    /// The message, with the path before it.
    public var description: String { "\(path): \(message)" }
}
