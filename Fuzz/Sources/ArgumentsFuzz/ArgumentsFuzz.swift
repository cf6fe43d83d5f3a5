import ArgumentParser

@testable import FiresteelCommands

/// Reads bytes as arguments of `firesteel`, one a line.
///
/// Whatever they are, they are a command, a request for help, or an error of one line that contains no control character
/// and says what to do.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzArguments(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let arguments = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(20).map(String.init)
    do {
        _ = try FiresteelCommand.parseAsRoot(arguments)
    } catch {
        check(error, arguments)
    }
    return 0
}

private func check(_ error: any Error, _ arguments: [String]) {
    let status = FiresteelCommand.exitCode(for: error)
    guard status != .success else { return }
    precondition(status == .validationFailure, "The status of \(arguments) is \(status)")
    let line = FiresteelProgram.line(for: error, of: arguments)
    precondition(line.hasPrefix("firesteel: ") && line.hasSuffix("shows its use."), "“\(line)” isn't a message")
    precondition(!line.unicodeScalars.contains(where: isControl), "“\(line)” has a control character")
}

/// Whether a terminal may obey a character.
private func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
}
