import FiresteelBase

extension FlagDefinitionsReader {
    /// Returns whether a flag is enabled, by environment, or `nil` if the metadata has no `environments`.
    ///
    /// - Throws: The first error.
    func states(in metadata: Int, of key: String?) throws(ReadError) -> [String: Bool]? {
        guard let token = document.member("environments", of: metadata), document.tokens[token].kind != .null else {
            return nil
        }
        func fault(_ token: Int, _ message: String, _ place: (LogicPath) -> LogicPath = { $0 }) -> ReadError {
            let path = place(Self.metadataPath(of: key).word("environments"))
            return ReadError(key: key, path: path, token: token, message: message)
        }
        guard document.tokens[token].kind == .object else {
            throw fault(token, "“environments” must be an object of states by environment.")
        }
        var states: [String: Bool] = [:]
        var index = token + 1
        for _ in 0..<document.tokens[token].count {
            let name = document.text(index)
            let state = index + 1
            let isEnabled = document.isText(state, "ENABLED")
            guard isEnabled || document.isText(state, "DISABLED") else {
                throw fault(state, "The state in an environment is invalid. Use “ENABLED” or “DISABLED”.") {
                    $0.given(name)
                }
            }
            states[name] = isEnabled
            index = document.end(of: state)
        }
        return states
    }
}
