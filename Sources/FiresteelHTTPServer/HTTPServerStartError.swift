/// An error of starting a server.
public enum HTTPServerStartError: Error, Sendable, Hashable {
    /// The port is in use.
    case portTaken
    /// The system doesn't allow this process to listen there.
    case notPermitted
    /// The host isn't a numeric address of this machine.
    case unusableHost
    /// Another error of the system.
    case system(String)
}

extension HTTPServerStartError: CustomStringConvertible {
    /// The reason and what to do about it.
    public var description: String {
        switch self {
        case .portTaken: "The port is in use. Use another port, or 0 for any free port."
        case .notPermitted: "The system doesn't allow listening on this port. Use a port from 1024."
        case .unusableHost: "The host isn't a numeric address of this machine. Use an address such as 127.0.0.1."
        case .system(let reason): "Can't listen: \(reason)"
        }
    }
}
