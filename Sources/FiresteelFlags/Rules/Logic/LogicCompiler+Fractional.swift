import FiresteelBase

extension LogicCompiler {
    mutating func compileFractional(_ call: LogicCall) throws(LogicCompileError) -> Int {
        guard let first = call.tokens.first else { return code.add(constant: .null) }
        // A list as the first operand is a share, and the flag's own key and the targeting key determine the bucket.
        let hasKey = document.tokens[first].kind != .array
        var key: Int?
        if hasKey { key = try operand(call, 0) }
        // Also for the elements of a list, it is the context's targeting key.
        if key.flatMap({ code.constant($0) })?.type != .string { uses.formUnion(.context) }
        var entries: [LogicFraction.Entry] = []
        var index = hasKey ? 1 : 0
        while index < call.tokens.count {
            entries.append(try compileShare(call, index))
            index += 1
        }
        let fraction = LogicFraction(key: key, entries: entries, in: code, version: version)
        return code.add(.fractional, [], style: call.style, detail: code.add(fraction))
    }

    private mutating func compileShare(_ call: LogicCall, _ index: Int) throws(LogicCompileError) -> LogicFraction.Entry
    {
        let token = call.tokens[index]
        guard document.tokens[token].kind == .array else { return .computed(try operand(call, index)) }
        let parts = elements(of: token)
        guard parts.count == 1 || parts.count == 2 else { return .malformed }
        trail.append(.element(index))
        let name = try compile(parts[0], under: .element(0), depth: call.depth + 2)
        let weight = parts.count == 2 ? try compile(parts[1], under: .element(1), depth: call.depth + 2) : nil
        trail.removeLast()
        return .share(name: name, weight: weight)
    }
}
