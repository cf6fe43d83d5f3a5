#if os(Linux)
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Runs a closure as an unprivileged user, even if tests are run by root, on this thread only.
///
/// - Parameters:
///   - folder: A folder that this user owns nevertheless.
///   - body: What is run.
func withoutPrivileges<Value>(owning folder: String? = nil, _ body: () throws -> Value) throws -> Value {
    guard geteuid() == 0 else { return try body() }
    let symbol = try #require(
        dlsym(dlopen(nil, RTLD_NOW), "setfsuid"), "There is no setfsuid: run the tests as another user than root")
    if let folder { try #require(chown(folder, 65_534, 65_534) == 0) }
    let setUser = unsafeBitCast(symbol, to: (@convention(c) (UInt32) -> Int32).self)
    _ = setUser(65_534)
    defer { _ = setUser(0) }
    return try body()
}
#endif
