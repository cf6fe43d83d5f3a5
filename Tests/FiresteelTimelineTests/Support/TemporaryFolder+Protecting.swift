import Foundation
import TestSupport

extension TemporaryFolder {
    /// Removes the right to write to it from a child that is run as another user.
    func protect() throws {
        var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o555]
        // Root may write to what is its own, whatever the permissions.
        if geteuid() == 0 { attributes.merge([.ownerAccountID: 65_534, .groupOwnerAccountID: 65_534]) { $1 } }
        try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
    }
}
