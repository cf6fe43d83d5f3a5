import FiresteelBase

extension FlagDefinitionsReader {
    /// Reads a flag.
    ///
    /// - Throws: The first error.
    mutating func draft(_ key: String, _ token: Int) throws(ReadError) -> Draft {
        let path = LogicPath.flag(key)
        func fault(_ path: LogicPath, _ token: Int, _ message: String) -> ReadError {
            ReadError(key: key, path: path, token: token, message: message)
        }
        guard document.tokens[token].kind == .object else { throw fault(path, token, "A flag must be an object.") }
        var draft = Draft(key: key, states: states, parent: parent, metadata: sharedMetadata)

        guard let state = document.member("state", of: token) else {
            throw fault(path, token, "The flag has no “state”. Set it to “ENABLED” or “DISABLED”.")
        }
        draft.isEnabled = document.isText(state, "ENABLED")
        guard draft.isEnabled || document.isText(state, "DISABLED") else {
            throw fault(path.word("state"), state, "The flag's state is invalid. Use “ENABLED” or “DISABLED”.")
        }

        guard let variants = document.member("variants", of: token) else {
            throw fault(path, token, "The flag has no “variants”.")
        }
        guard document.tokens[variants].kind == .object else {
            throw fault(path.word("variants"), variants, "The variants of a flag must be an object.")
        }
        draft.variants.reserveCapacity(document.tokens[variants].count)
        var index = variants + 1
        for _ in 0..<document.tokens[variants].count {
            let name = document.text(index)
            guard document.tokens[index + 1].kind != .null else {
                throw fault(path.word("variants").given(name), index + 1, "A variant must have a value, not null.")
            }
            draft.variants.append(FlagVariant(name: name, value: document.value(index + 1)))
            index = document.end(of: index + 1)
        }

        // As in flagd, an empty name counts as missing.
        if let token = document.member("defaultVariant", of: token), document.tokens[token].kind != .null,
            !document.isText(token, "")
        {
            let name = defaultName(document.value(token))
            guard let found = name.flatMap({ draft.variants.index(of: $0) }) else {
                let path = path.word("defaultVariant")
                throw fault(path, token, "The default variant is not a variant of the flag.")
            }
            draft.defaultVariant = found
        }

        if let token = document.member("metadata", of: token), document.tokens[token].kind != .null {
            guard document.tokens[token].kind == .object else {
                throw fault(path.word("metadata"), token, "“metadata” must be an object.")
            }
            try readMetadata(token, into: &draft)
        }

        if let token = document.member("targeting", of: token), !isEmptyTargeting(token) {
            do throws(LogicCompileError) {
                let rule = try compiler.compileRule(token, at: path.word("targeting"))
                (draft.target, draft.uses) = (rule.node, rule.uses)
            } catch {
                throw fault(error.path, error.token, error.message)
            }
        }
        return draft
    }

    /// Returns the rule of a flag with an invalid definition: an error where the flag is enabled.
    func brokenFlag(_ token: Int, _ error: ReadError) -> BrokenFlag {
        var flag = BrokenFlag(
            error: FlagError(.parseError, "\(error.path.text): \(error.message)"), states: states,
            metadata: sharedMetadata)
        guard document.tokens[token].kind == .object else { return flag }
        flag.isEnabled = document.member("state", of: token).map { !document.isText($0, "DISABLED") } ?? true
        guard let metadata = document.member("metadata", of: token), document.tokens[metadata].kind == .object,
            let environments = document.member("environments", of: metadata)
        else { return flag }
        flag.metadata["environments"] = document.value(environments)
        // Invalid states are the flag's error, which is reported already.
        flag.states = ((try? states(in: metadata, of: error.key)) ?? nil) ?? flag.states
        return flag
    }

    private func readMetadata(_ token: Int, into draft: inout Draft) throws(ReadError) {
        let own: [String: JSONValue] = document.members(of: token)
        draft.metadata = sharedMetadata.isEmpty ? own : sharedMetadata.merging(own) { $1 }
        if own["parent"] != nil { draft.parent = parent(in: token, of: draft.key) }
        if let states = try states(in: token, of: draft.key) { draft.states = states }
    }

    /// `true` and `false` refer to the variants with these names.
    private func defaultName(_ value: JSONValue) -> String? {
        switch value {
        case .string(let name): name
        case .bool(let value): value ? "true" : "false"
        default: nil
        }
    }

    /// Returns whether a targeting is empty.
    private func isEmptyTargeting(_ token: Int) -> Bool {
        let token = document.tokens[token]
        return token.kind == .null || token.kind == .object && token.count == 0
    }
}
