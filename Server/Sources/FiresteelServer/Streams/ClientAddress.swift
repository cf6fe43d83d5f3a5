import Foundation

/// The address by which clients are counted: an IPv4 address, or the first 64 bits of an IPv6 address, which one client has all of.
struct ClientAddress: Sendable, Hashable {
    private let bytes: [UInt8]

    /// Reads a numeric address; other texts are equal to each other.
    init(_ text: String) {
        var version4 = in_addr()
        if inet_pton(AF_INET, text, &version4) == 1 {
            bytes = withUnsafeBytes(of: version4) { Array($0) }
            return
        }
        var version6 = in6_addr()
        // The interface of a link-local address follows a percent sign.
        guard let address = text.split(separator: "%").first, inet_pton(AF_INET6, String(address), &version6) == 1
        else {
            bytes = []
            return
        }
        let all = withUnsafeBytes(of: version6) { Array($0) }
        // An IPv4 address in the form of an IPv6 address.
        let isMapped = all[..<10].allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
        bytes = Array(isMapped ? all[12...] : all[..<8])
    }
}
