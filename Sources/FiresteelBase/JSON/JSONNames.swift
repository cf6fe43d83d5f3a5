/// Finds duplicate names in an object.
enum JSONNames {
    static func refuseDuplicates(
        in object: Int, of tokens: ContiguousArray<JSONToken>, bytes: UnsafeBufferPointer<UInt8>
    ) throws(JSONScanError) {
        let count = tokens[object].count
        let duplicate =
            if count <= 8 {
                pair(in: object, of: tokens, bytes: bytes)
            } else {
                table(in: object, of: tokens, bytes: bytes)
            }
        guard let duplicate else { return }
        let name = text(tokens[duplicate], bytes)
        throw JSONScanError(Int(tokens[duplicate].offset), "The object has the name “\(name)” twice.")
    }

    /// Compares all pairs, which is faster than a table for a few names and needs no memory.
    private static func pair(
        in object: Int, of tokens: ContiguousArray<JSONToken>, bytes: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        var later = after(object + 1, in: tokens)
        while later < tokens.count {
            var earlier = object + 1
            while earlier < later {
                if areEqual(tokens[earlier], tokens[later], bytes) { return later }
                earlier = after(earlier, in: tokens)
            }
            later = after(later, in: tokens)
        }
        return nil
    }

    /// Uses a set with a per-process seed, so that colliding names can't be constructed.
    private static func table(
        in object: Int, of tokens: ContiguousArray<JSONToken>, bytes: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        let count = tokens[object].count
        var size = 16
        while size < count * 2 { size *= 2 }
        var slots = ContiguousArray<UInt32>(repeating: 0, count: size)
        var name = object + 1
        while name < tokens.count {
            var slot = hash(of: tokens[name], bytes) & (size - 1)
            while slots[slot] != 0 {
                if areEqual(tokens[Int(slots[slot])], tokens[name], bytes) { return name }
                slot = (slot + 1) & (size - 1)
            }
            slots[slot] = UInt32(truncatingIfNeeded: name)
            name = after(name, in: tokens)
        }
        return nil
    }

    /// Returns the index of the name after a member.
    private static func after(_ name: Int, in tokens: ContiguousArray<JSONToken>) -> Int {
        let value = tokens[name + 1]
        return value.isContainer ? value.end : name + 2
    }

    /// Compares names beyond ASCII as Swift compares strings, because they become keys of a dictionary.
    private static func areEqual(_ first: JSONToken, _ second: JSONToken, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if first.isUnusual || second.isUnusual { return text(first, bytes) == text(second, bytes) }
        return first.length == second.length
            && JSONDocument.raw(first, bytes).elementsEqual(JSONDocument.raw(second, bytes))
    }

    private static func hash(of name: JSONToken, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        if name.isUnusual { return text(name, bytes).hashValue }
        // The hash of the resolved string, so that an escaped name equals its unescaped form.
        return String(decoding: JSONDocument.raw(name, bytes), as: UTF8.self).hashValue
    }

    private static func text(_ token: JSONToken, _ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let raw = JSONDocument.raw(token, bytes)
        return token.kind == .escapedText
            ? JSONEscape.resolve(UnsafeBufferPointer(rebasing: raw)) : String(decoding: raw, as: UTF8.self)
    }
}
