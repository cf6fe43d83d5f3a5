import Foundation

@testable import FiresteelAppStore

/// Parses bytes as signed data, without verifying its signature.
///
/// The first byte selects the part: `p` the payload and `h` the header of otherwise valid signed data, any other byte
/// the complete data. Parsing succeeds or throws an error, and the process doesn't crash. Accepted data has only one
/// valid encoding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSignedTransaction(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let rest = Array(bytes.dropFirst())
    let text =
        switch bytes[0] {
        case UInt8(ascii: "p"): "\(base64URL(header)).\(base64URL(rest)).\(signature)"
        case UInt8(ascii: "h"): "\(base64URL(rest)).\(base64URL(Array("{}".utf8))).\(signature)"
        default: String(decoding: rest, as: UTF8.self)
        }
    guard let parts = try? SignedDataParts(text) else { return 0 }
    guard parts.text == text, parts.certificates.count == 3, !text.contains("=") else {
        preconditionFailure("The parsed data differs from its input: \(text)")
    }
    parts.readUnverified()
    return 0
}

private let header = Array(#"{"alg":"ES256","x5c":["AAAA","AAAA","AAAA"]}"#.utf8)
private let signature = base64URL(Array(repeating: 7, count: 64))

private func base64URL(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}
