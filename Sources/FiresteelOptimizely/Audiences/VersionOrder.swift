/// The order of versions as Optimizely has it, which differs from semantic versioning in what follows `-` and `+`.
enum VersionOrder {
    /// Returns -1, 0 or 1, or `nil` if one of them isn't a version.
    ///
    /// Only the parts of the wanted version are compared: 2.3.1 equals 2.3.
    static func compare(_ version: String, with wanted: String) -> Int? {
        guard let wanted = Version(wanted), let version = Version(version) else { return nil }
        for (index, wantedPart) in wanted.parts.enumerated() {
            guard index < version.parts.count else {
                return wanted.isPrerelease || wanted.isBuild ? 1 : -1
            }
            let part = version.parts[index]
            if !isNumber(part) {
                switch textOrder(part, wantedPart) {
                case -1: return wanted.isPrerelease && !version.isPrerelease ? 1 : -1
                case 1: return !wanted.isPrerelease && version.isPrerelease ? -1 : 1
                default: break
                }
            } else {
                guard isNumber(wantedPart) else { return nil }
                let order = numberOrder(part, wantedPart)
                if order != 0 { return order }
            }
        }
        return version.isPrerelease && !wanted.isPrerelease ? -1 : 0
    }

    private struct Version {
        let parts: [Substring]
        let isPrerelease: Bool
        let isBuild: Bool

        init?(_ text: String) {
            guard !text.utf8.contains(UInt8(ascii: " ")) else { return nil }
            let mark = text.firstIndex { $0 == "-" || $0 == "+" }
            isPrerelease = mark.map { text[$0] == "-" } ?? false
            isBuild = mark.map { text[$0] == "+" } ?? false
            let numbers = text[..<(mark ?? text.endIndex)].split(separator: ".", omittingEmptySubsequences: false)
            guard numbers.count <= 3, numbers.allSatisfy(isNumber) else { return nil }
            parts = numbers + (mark.map { [text[text.index(after: $0)...]] } ?? [])
        }
    }

    private static func isNumber(_ part: Substring) -> Bool {
        !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Compares by digits, so that numbers of any length are ordered.
    private static func numberOrder(_ first: Substring, _ second: Substring) -> Int {
        let first = first.drop { $0 == "0" }
        let second = second.drop { $0 == "0" }
        if first.utf8.count != second.utf8.count { return first.utf8.count < second.utf8.count ? -1 : 1 }
        return textOrder(first, second)
    }

    private static func textOrder(_ first: Substring, _ second: Substring) -> Int {
        if first.unicodeScalars.lexicographicallyPrecedes(second.unicodeScalars) { return -1 }
        return second.unicodeScalars.lexicographicallyPrecedes(first.unicodeScalars) ? 1 : 0
    }
}
