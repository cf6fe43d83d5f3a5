#if os(Linux)
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An error that prevents a test from running without the privileges of root.
package enum PrivilegeError: Error, CustomStringConvertible {
    /// The system has no `setfsuid`.
    case noFileSystemUser
    /// The owner of the folder can't be changed.
    case ownerUnchanged(folder: String)

    package var description: String {
        switch self {
        case .noFileSystemUser: "The system has no setfsuid. Run the tests as another user than root."
        case .ownerUnchanged(let folder):
            "The owner of \(folder) can't be changed. Run the tests as another user than root."
        }
    }
}

/// Runs a closure without privileges over files, even if the tests are run by root: on the current thread alone.
///
/// - Parameters:
///   - folder: A folder that the closure owns nevertheless.
///   - body: The closure.
package func withoutPrivileges<Value>(owning folder: String? = nil, _ body: () throws -> Value) throws -> Value {
    guard geteuid() == 0 else { return try body() }
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "setfsuid") else { throw PrivilegeError.noFileSystemUser }
    if let folder, chown(folder, 65_534, 65_534) != 0 { throw PrivilegeError.ownerUnchanged(folder: folder) }
    let setUser = unsafeBitCast(symbol, to: (@convention(c) (UInt32) -> Int32).self)
    _ = setUser(65_534)
    defer { _ = setUser(0) }
    return try body()
}
#endif
