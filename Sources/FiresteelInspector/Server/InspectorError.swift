/// An error of starting an inspector.
public enum InspectorError: Error, Sendable, Equatable {
    /// The inspector is disabled in release builds unless allowed.
    case releaseBuild
    /// The port is in use.
    case portTaken(host: String, port: UInt16)
    /// The system doesn't allow this process to listen there.
    case notPermitted(host: String, port: UInt16)
    /// The host isn't a numeric address of this machine.
    case unusableHost(String)
    /// The token isn't 32 hexadecimal digits. It isn't repeated here.
    case weakToken
    /// The file of the token belongs to another user, or can't be read or written.
    case tokenFile(path: String, reason: String)
    /// Another error of the system.
    case system(String)
}

extension InspectorError: CustomStringConvertible {
    /// The reason and what to do about it.
    public var description: String {
        switch self {
        case .releaseBuild:
            """
            The inspector is off in release builds, because it shows the users' actions to anyone with its token. \
            To start it nevertheless, set InspectorConfiguration.allowsReleaseBuilds.
            """
        case .portTaken(let host, let port):
            "The inspector can't listen on \(host), port \(port): the port is in use. Use another port, or 0 for any free port."
        case .notPermitted(let host, let port):
            "The inspector isn't allowed to listen on \(host), port \(port). Use a port from 1024, or 0 for any free port."
        case .unusableHost(let host):
            "The inspector can't listen on \(host): it isn't a numeric address of this machine. Use an address such as 127.0.0.1."
        case .weakToken:
            "The inspector's token must be 32 hexadecimal digits. Omit it to create one."
        case .tokenFile(let path, let reason):
            "Can't use the token file \(path): \(reason). Remove it, or use another."
        case .system(let words):
            "The inspector can't start: \(words)"
        }
    }
}
