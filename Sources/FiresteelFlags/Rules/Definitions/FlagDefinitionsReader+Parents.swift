import FiresteelBase

extension FlagDefinitionsReader {
    /// So many flags of a circle are named.
    private static var mostNames: Int { 8 }

    /// The parent that metadata names.
    func parent(in metadata: Int, of child: String?) -> Parent? {
        guard let token = document.member("parent", of: metadata), document.tokens[token].isText else { return nil }
        let key = document.text(token)
        return key.isEmpty ? nil : Parent(key: key, child: child, token: token)
    }

    /// The faults of flags that are their own ancestors.
    ///
    /// Such flags keep their rules: another provider or the program may give one of them another parent.
    static func circles(in drafts: [Draft]) -> [ReadError] {
        let children = Dictionary(
            drafts.lazy.filter { $0.parent != nil }.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        var faults: [ReadError] = []
        var done: Set<String> = []
        for draft in children.values {
            var path: [Draft] = []
            var places: [String: Int] = [:]
            var next: Draft? = draft
            while let current = next, places[current.key] == nil, done.insert(current.key).inserted {
                places[current.key] = path.count
                path.append(current)
                next = current.parent.flatMap { children[$0.key] }
            }
            guard let start = next.flatMap({ places[$0.key] }) else { continue }
            faults += self.faults(ofCircle: path[start...])
        }
        return faults
    }

    private static func faults(ofCircle circle: ArraySlice<Draft>) -> [ReadError] {
        // The same words wherever it was entered.
        let first = circle.indices.min { circle[$0].key < circle[$1].key } ?? circle.startIndex
        let keys = (circle[first...] + circle[..<first]).map(\.key)
        let shown = keys.count > mostNames ? keys.prefix(mostNames).map { "“\($0)”" } + ["…"] : keys.map { "“\($0)”" }
        let names = (shown + shown.prefix(1)).joined(separator: " → ")
        let message =
            keys.count == 1
            ? "\(shown[0]) is its own parent, so that it is off. Take the parent away."
            : "\(names) are each other's ancestors, so that all of them are off. Take a parent away."
        return circle.compactMap { draft in
            draft.parent.map { parent in
                let path = metadataPath(of: parent.child).word("parent")
                return ReadError(key: draft.key, path: path, token: parent.token, message: message)
            }
        }
    }
}
