import Foundation

/// A numeric address of the Internet Protocol.
struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    /// 4 bytes, or 16.
    let bytes: [UInt8]

    /// Creates an address from its bytes.
    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Creates an address from its text, such as `192.0.2.1` or `2001:db8::1`; `nil` for anything else.
    init?(_ text: String) {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        bytes = withUnsafeBytes(of: six) { Array($0) }
    }

    /// Whether it has 4 bytes.
    var isFour: Bool { bytes.count == 4 }

    /// The address of 4 bytes that it contains: mapped (`::ffff:0:0/96`) or translated (`64:ff9b::/96`).
    var embedded: IPAddress? {
        guard bytes.count == 16 else { return nil }
        let isMapped = bytes[0..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        let isTranslated =
            bytes[0..<4].elementsEqual([0x00, 0x64, 0xFF, 0x9B]) && bytes[4..<12].allSatisfy { $0 == 0 }
        return isMapped || isTranslated ? IPAddress(bytes: Array(bytes[12...])) : nil
    }

    var description: String {
        guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2)
            .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }.joined(separator: ":")
    }
}

/// A network: the addresses that begin with the same bits.
package struct IPNetwork: Sendable, Hashable, CustomStringConvertible {
    let address: IPAddress
    let length: Int
    /// The text from which it was created.
    package let description: String

    /// Creates a network from its text, such as `10.0.0.0/8` or `fd00::/8`, or a single address; `nil` for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(String(parts[0])) else { return nil }
        self.address = address
        let bits = address.bytes.count * 8
        if parts.count == 2 {
            guard let length = Int(parts[1]), (0...bits).contains(length) else { return nil }
            self.length = length
        } else {
            length = bits
        }
        description = text
    }

    /// Whether an address is in the network.
    func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        var rest = length
        for (own, its) in zip(address.bytes, other.bytes) where rest > 0 {
            let mask = rest >= 8 ? 0xFF : UInt8(truncatingIfNeeded: 0xFF << (8 - rest))
            if own & mask != its & mask { return false }
            rest -= 8
        }
        return true
    }
}
