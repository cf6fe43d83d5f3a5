import Foundation

@testable import FiresteelAppStore

/// Reads bytes as signed data, up to where its signature would be verified.
///
/// The first byte says what they are: `p` the payload and `h` the header of signed data whose other parts are right, anything
/// else the whole of it. Whatever they are, there is something read or an error, and the process lives on. What is accepted
/// is written in one way only.
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
        preconditionFailure("Something else was read than was there: \(text)")
    }
    parts.readUnverified()
    return 0
}

private let header = Array(#"{"alg":"ES256","x5c":["AAAA","AAAA","AAAA"]}"#.utf8)
private let signature = base64URL(Array(repeating: 7, count: 64))

private func base64URL(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}
