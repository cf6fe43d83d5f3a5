import FiresteelBase
import Foundation

/// Domains as they are compared: in lower case, in ASCII, without the scheme's own port.
enum HostName {
    /// Returns a domain of a scope, which has no scheme: the port of either of the web's is dropped.
    static func normalized(scope: String) -> String? {
        normalized(Array(scope.utf8)[...]) { $0 == 80 || $0 == 443 }
    }

    /// Returns the normalized form of the part between `//` and the path of a web link, without a user name.
    static func normalized(authority: ArraySlice<UInt8>, scheme: String) -> String? {
        normalized(authority) { $0 == (scheme == "https" ? 443 : 80) }
    }

    private static func normalized(_ authority: ArraySlice<UInt8>, isOwnPort: (UInt16) -> Bool) -> String? {
        // The colons of an IPv6 address are in brackets.
        let end = authority.lastIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
        guard let colon = authority[end...].lastIndex(of: UInt8(ascii: ":")) else { return host(authority) }
        guard let host = host(authority[..<colon]) else { return nil }
        let digits = authority[(colon + 1)...]
        if digits.isEmpty { return host }
        guard digits.allSatisfy(\.isDigit), let port = UInt16(String(decoding: digits, as: UTF8.self)) else {
            return nil
        }
        return isOwnPort(port) ? host : "\(host):\(port)"
    }

    private static func host(_ bytes: ArraySlice<UInt8>) -> String? {
        if bytes.first == UInt8(ascii: "[") { return address(bytes) }
        guard let decoded = PercentCoding.decode(bytes), decoded.utf8.allSatisfy({ $0 >= 0x80 || isAllowed($0) }),
            var name = decoded.utf8.contains(where: { $0 >= 0x80 }) ? international(decoded) : decoded.lowercased()
        else { return nil }
        // A dot at the end names the same domain.
        if name.utf8.last == UInt8(ascii: ".") { name.removeLast() }
        guard !name.isEmpty, name.utf8.allSatisfy(isAllowed) else { return nil }
        return name
    }

    private static func isAllowed(_ byte: UInt8) -> Bool { byte.isUnreserved && byte != UInt8(ascii: "~") }

    private static func address(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.last == UInt8(ascii: "]"), bytes.count > 2,
            bytes.dropFirst().dropLast().allSatisfy({
                $0.isDigit || (0x61...0x66).contains($0 | 0x20) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
            })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self).lowercased()
    }

    /// Returns the ASCII form of an internationalized domain, as browsers create it.
    private static func international(_ text: String) -> String? {
        let url = URL(string: "https://\(text)/")
        // Which of the two is ASCII differs between systems.
        return [url?.host(percentEncoded: false), url?.host(percentEncoded: true)].lazy.compactMap { $0?.lowercased() }
            .first { $0.utf8.allSatisfy(isAllowed) }
    }
}
