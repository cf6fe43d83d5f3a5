import FiresteelHTTP
import Foundation

// Printing a source, a stream or a provider shows no user, password or query of an address.

extension OFREPSource: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The server's address, without user, password and query.
    public var description: String { "OFREP at \(base.withoutSecrets)" }
    /// The server's address, without user, password and query.
    public var debugDescription: String { description }
    /// A mirror with the address.
    public var customMirror: Mirror { Mirror(self, children: ["base": base.withoutSecrets]) }
}

extension FlagdSource: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address, without user, password and query.
    public var description: String { "Definitions at \(address.withoutSecrets)" }
    /// The address, without user, password and query.
    public var debugDescription: String { description }
    /// A mirror with the address.
    public var customMirror: Mirror { Mirror(self, children: ["address": address.withoutSecrets]) }
}

extension RemoteEventStream: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address, without user, password and query.
    public var description: String { "Events at \(url.withoutSecrets)" }
    /// The address, without user, password and query.
    public var debugDescription: String { description }
    /// A mirror with the address.
    public var customMirror: Mirror { Mirror(self, children: ["url": url.withoutSecrets]) }
}
