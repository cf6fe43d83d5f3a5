/// Why an inspector didn't start.
public enum InspectorError: Error, Sendable, Equatable {
    /// It is off in release builds unless it is asked for.
    case releaseBuild
    /// Somebody else listens on the port.
    case portTaken(host: String, port: UInt16)
    /// The system doesn't let this process listen there.
    case notPermitted(host: String, port: UInt16)
    /// The host isn't an address in numbers, or isn't one of this machine.
    case unusableHost(String)
    /// The token isn't 32 hexadecimal digits. It isn't repeated here.
    case weakToken
    /// Anything else that the system said.
    case system(String)
}

extension InspectorError: CustomStringConvertible {
    /// What was wrong and what to do, in a sentence or two.
    public var description: String {
        switch self {
        case .releaseBuild:
            """
            The inspector is off in release builds, since it shows what people do to whoever has its token. \
            To start it all the same, set InspectorConfiguration.allowsReleaseBuilds.
            """
        case .portTaken(let host, let port):
            "The inspector can't listen on \(host), port \(port): it is taken. Choose another, or 0 for any that is free."
        case .notPermitted(let host, let port):
            "The inspector may not listen on \(host), port \(port). Choose a port from 1024 on, or 0 for any that is free."
        case .unusableHost(let host):
            "The inspector can't listen on \(host): that is not an address of this machine in numbers, as 127.0.0.1."
        case .weakToken:
            "The inspector's token must be 32 hexadecimal digits. Leave it out to have one made."
        case .system(let words):
            "The inspector can't start: \(words)"
        }
    }
}
