import FiresteelFlags
import FiresteelRemote
import Foundation

/// Addresses of Firebase Remote Config.
enum FirebaseAddress {
    /// Returns an address in a project.
    static func of(_ project: String, _ path: String) throws(FlagError) -> URL {
        let segment = try PathSegment.encoded(project)
        guard let url = URL(string: "https://firebaseremoteconfig.googleapis.com/v1/projects/\(segment)/\(path)") else {
            throw FlagError(.general, "“\(project)” is not a valid project identifier.")
        }
        return url
    }
}
