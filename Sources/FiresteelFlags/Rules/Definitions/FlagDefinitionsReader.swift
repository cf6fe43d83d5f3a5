import FiresteelBase

/// Reads the flags of a document, and collects the errors in them.
struct FlagDefinitionsReader {
    /// An error, before its line is determined.
    struct ReadError: Error {
        let key: String?
        let path: LogicPath
        let token: Int
        let message: String
    }

    /// A flag whose rule is compiled, while the program's tables are still growing.
    struct Draft {
        let key: String
        var isEnabled = true
        /// Whether it is enabled, by environment with its own state.
        var states: [String: Bool] = [:]
        var parent: Parent?
        var variants: [FlagVariant] = []
        var defaultVariant: Int?
        var target: Int?
        var uses: LogicUses = []
        var metadata: [String: JSONValue]
    }

    /// A flag's parent, with its location.
    struct Parent {
        let key: String
        /// The flag whose metadata has it, `nil` for the file's.
        let child: String?
        let token: Int
    }

    let document: JSONDocument
    let options: FlagDefinitions.Options
    var compiler: LogicCompiler
    private(set) var metadata: [String: JSONValue] = [:]
    /// The part of the file's metadata that its flags have as well: `fractional` is about the file.
    private(set) var sharedMetadata: [String: JSONValue] = [:]
    private(set) var version: FractionalVersion
    /// The states of flags that have no `environments` themselves.
    private(set) var states: [String: Bool] = [:]
    private(set) var parent: Parent?
    /// Flags with invalid definitions.
    private(set) var broken: Set<String> = []
    private var errors: [ReadError] = []
    private var warnings: [ReadError] = []

    init(_ document: JSONDocument, options: FlagDefinitions.Options) {
        self.document = document
        self.options = options
        compiler = LogicCompiler(document, limits: options.logic, version: options.fractional)
        version = options.fractional
    }

    mutating func read() throws(FlagDefinitionsError) -> [String: any FlagRule] {
        guard document.tokens[0].kind == .object, let flags = document.member("flags", of: 0),
            document.tokens[flags].isContainer
        else {
            let token = document.tokens[0].kind == .object ? document.member("flags", of: 0) ?? 0 : 0
            let position = jsonPosition(of: token)
            throw .noFlags(line: position.line, column: position.column)
        }
        let isArray = document.tokens[flags].kind == .array
        let found = isArray ? listed(in: flags) : members(of: flags)
        guard !found.isEmpty || !isArray || document.tokens[flags].count == 0 else {
            let position = jsonPosition(of: flags)
            throw .noKeys(line: position.line, column: position.column)
        }
        readMetadata()
        compiler.version = version
        readEvaluators()
        var drafts: [Draft] = []
        var rules: [String: any FlagRule] = [:]
        drafts.reserveCapacity(document.tokens[flags].count)
        rules.reserveCapacity(document.tokens[flags].count)
        for (key, token) in found {
            do {
                let draft = try draft(key, token)
                warnings += unknownVariants(in: draft, token)
                drafts.append(draft)
            } catch {
                errors.append(error)
                broken.insert(key)
                rules[key] = brokenFlag(token, error)
            }
        }
        checkEvaluators()
        errors += Self.cycles(in: drafts)
        let program = LogicProgram(compiler.code)
        for draft in drafts { rules[draft.key] = CompiledFlag(draft, program, version, options.logic) }
        return rules
    }

    private func jsonPosition(of token: Int) -> JSONPosition {
        JSONPosition(of: Int(document.tokens[token].offset), in: document.bytes)
    }

    private func members(of object: Int) -> [(key: String, token: Int)] {
        var members: [(key: String, token: Int)] = []
        members.reserveCapacity(document.tokens[object].count)
        var index = object + 1
        for _ in 0..<document.tokens[object].count {
            members.append((document.text(index), index + 1))
            index = document.end(of: index + 1)
        }
        return members
    }

    /// Returns the flags of an array, each of which has its key in `key`.
    private mutating func listed(in array: Int) -> [(key: String, token: Int)] {
        var flags: [(key: String, token: Int)] = []
        var keys: Set<String> = []
        var index = array + 1
        for position in 0..<document.tokens[array].count {
            let flag = index
            index = document.end(of: flag)
            let path = LogicPath("$.flags").element(position)
            guard document.tokens[flag].kind == .object, let token = document.member("key", of: flag),
                document.tokens[token].isText
            else {
                errors.append(
                    ReadError(
                        key: nil, path: path, token: flag,
                        message: "A flag of an array must have a “key”, which is a string."
                    ))
                continue
            }
            let key = document.text(token)
            guard keys.insert(key).inserted else {
                errors.append(
                    ReadError(
                        key: nil, path: path.word("key"), token: token,
                        message: "“\(key)” is defined twice. The first definition applies."))
                continue
            }
            flags.append((key, flag))
        }
        return flags
    }

    /// Returns the path of a flag's metadata, or of the file's.
    static func metadataPath(of key: String?) -> LogicPath {
        (key.map { LogicPath.flag($0) } ?? LogicPath()).word("metadata")
    }

    private mutating func readMetadata() {
        guard let token = document.member("metadata", of: 0), document.tokens[token].kind != .null else { return }
        let path = Self.metadataPath(of: nil)
        guard document.tokens[token].kind == .object else {
            return errors.append(
                ReadError(key: nil, path: path, token: token, message: "“metadata” must be an object."))
        }
        metadata = document.members(of: token)
        sharedMetadata = metadata.filter { $0.key != "fractional" }
        parent = parent(in: token, of: nil)
        do { states = try states(in: token, of: nil) ?? [:] } catch { errors.append(error) }
        readVersion(in: token, path)
    }

    private mutating func readVersion(in metadata: Int, _ path: LogicPath) {
        guard let token = document.member("fractional", of: metadata) else { return }
        if document.tokens[token].isText, let version = FractionalVersion(rawValue: document.text(token)) {
            self.version = version
        } else {
            errors.append(
                ReadError(
                    key: nil, path: path.word("fractional"), token: token,
                    message:
                        "The version of “fractional” is unknown, so \(version.rawValue) is used. Use “v2” or “v3”."))
        }
    }

    private mutating func readEvaluators() {
        guard let token = document.member("$evaluators", of: 0), document.tokens[token].kind != .null else { return }
        guard document.tokens[token].kind == .object else {
            let path = LogicPath().word("$evaluators")
            return errors.append(
                ReadError(key: nil, path: path, token: token, message: "“$evaluators” must be an object."))
        }
        var index = token + 1
        for _ in 0..<document.tokens[token].count {
            compiler.evaluators[document.text(index)] = (index + 1, .untouched)
            index = document.end(of: index + 1)
        }
    }

    /// Compiles the shared rules that no flag uses, and reports all invalid ones.
    private mutating func checkEvaluators() {
        for (name, evaluator) in compiler.evaluators {
            var found: LogicCompileError?
            switch evaluator.state {
            case .faulty(let fault): found = fault
            case .untouched:
                do { _ = try compiler.compileRule(evaluator.token, at: .evaluator(name)) } catch { found = error }
            case .underWay, .compiled: break
            }
            guard let found else { continue }
            errors.append(ReadError(key: nil, path: found.path, token: found.token, message: found.message))
        }
    }

    /// Returns the errors with their lines, in the file's order.
    ///
    /// Costs one pass over the file for all of them.
    func locatedErrors() -> [FlagDefinitionError] { located(errors) }

    /// Returns the warnings with their lines, in the file's order.
    func locatedWarnings() -> [FlagDefinitionError] { located(warnings) }

    private func located(_ errors: [ReadError]) -> [FlagDefinitionError] {
        guard !errors.isEmpty else { return [] }
        let sorted = errors.sorted {
            (document.tokens[$0.token].offset, $0.path.text) < (document.tokens[$1.token].offset, $1.path.text)
        }
        let positions = JSONPosition.positions(
            of: sorted.map { Int(document.tokens[$0.token].offset) }, in: document.bytes)
        return zip(sorted, positions).map { fault, position in
            FlagDefinitionError(
                key: fault.key, path: fault.path.text, line: position.line, column: position.column,
                message: fault.message)
        }
    }
}
