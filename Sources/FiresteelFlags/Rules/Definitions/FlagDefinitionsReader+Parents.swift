import FiresteelBase

extension FlagDefinitionsReader {
    /// The limit on named flags of a cycle.
    private static var maximumNames: Int { 8 }

    /// Returns the parent named in metadata.
    func parent(in metadata: Int, of child: String?) -> Parent? {
        guard let token = document.member("parent", of: metadata), document.tokens[token].isText else { return nil }
        let key = document.text(token)
        return key.isEmpty ? nil : Parent(key: key, child: child, token: token)
    }

    /// Returns the errors of flags that are their own ancestors.
    ///
    /// Such flags retain their rules: another provider or the program may give one of them another parent.
    static func cycles(in drafts: [Draft]) -> [ReadError] {
        let children = Dictionary(
            drafts.lazy.filter { $0.parent != nil }.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        func parent(_ key: String) -> String? {
            children[key]?.parent.flatMap { children[$0.key] == nil ? nil : $0.key }
        }
        var errors: [ReadError] = []
        FlagAncestry.forEachChain(of: children.keys, parent: parent) { chain in
            if !chain.cycle.isEmpty { errors += self.errors(ofCycle: chain.cycle.compactMap { children[$0] }) }
        }
        return errors
    }

    private static func errors(ofCycle cycle: [Draft]) -> [ReadError] {
        // The same message, whichever flag of the cycle is found first.
        let first = cycle.indices.min { cycle[$0].key < cycle[$1].key } ?? cycle.startIndex
        let keys = (cycle[first...] + cycle[..<first]).map(\.key)
        let shown =
            keys.count > maximumNames ? keys.prefix(maximumNames).map { "“\($0)”" } + ["…"] : keys.map { "“\($0)”" }
        let names = (shown + shown.prefix(1)).joined(separator: " → ")
        let message =
            keys.count == 1
            ? "\(shown[0]) is its own parent, so it is off. Remove the parent."
            : "\(names) are each other's ancestors, so all of them are off. Remove one of the parents."
        return cycle.compactMap { draft in
            draft.parent.map { parent in
                let path = metadataPath(of: parent.child).word("parent")
                return ReadError(key: draft.key, path: path, token: parent.token, message: message)
            }
        }
    }
}
