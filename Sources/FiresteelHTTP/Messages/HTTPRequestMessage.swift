public import Foundation
public import HTTPTypes

/// An HTTP request: a head of swift-http-types, and a body.
public struct HTTPRequestMessage: Sendable, Hashable {
    /// The method, address and fields.
    public var head: HTTPRequest
    /// The body; empty for none.
    public var body: [UInt8]

    /// Creates a request from a head.
    public init(head: HTTPRequest, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }

    /// Creates a request to an address.
    ///
    /// A user and a password in the address become the field `Authorization`, unless the fields include it.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The address. Transports accept only `http` and `https`.
    ///   - fields: The fields of the head.
    ///   - body: The body; empty for none.
    public init(
        _ method: HTTPRequest.Method = .get, _ url: URL, fields: HTTPFields = [:], body: [UInt8] = []
    ) {
        head = HTTPRequest(method: method, scheme: nil, authority: nil, path: nil, headerFields: fields)
        self.body = body
        self.url = url
        if fields[.authorization] == nil, let credentials = url.basicCredentials {
            head.headerFields[.authorization] = credentials
        }
    }

    /// The method.
    public var method: HTTPRequest.Method {
        get { head.method }
        set { head.method = newValue }
    }

    /// The fields of the head.
    public var fields: HTTPFields {
        get { head.headerFields }
        set { head.headerFields = newValue }
    }

    /// Replaces the fields that have the names of other fields, and adds those, repeated ones included.
    package mutating func replaceFields(with others: HTTPFields) {
        for field in others { fields[field.name] = nil }
        fields.append(contentsOf: others)
    }

    /// The address, without user, password and fragment; `nil` if the head has none, as on a server.
    public var url: URL? {
        get {
            guard let scheme = head.scheme, let authority = head.authority else { return nil }
            return URL(string: "\(scheme)://\(authority)\(head.path ?? "/")")
        }
        set {
            // Doesn't use HTTPTypes, which terminates the process for an address without a scheme.
            let parts = newValue.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
            head.scheme = parts?.scheme
            head.authority = parts?.encodedHost.map { host in
                guard let port = parts?.port else { return host }
                return "\(host):\(port)"
            }
            head.path = parts.map { parts in
                let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
                guard let query = parts.percentEncodedQuery else { return path }
                return "\(path)?\(query)"
            }
        }
    }
}

extension HTTPRequestMessage: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the address without its query: fields, query and body may contain secrets.
    public var description: String { "\(method.rawValue) \(addressText)" }
    /// The method and the address without its query.
    public var debugDescription: String { description }
    /// A mirror with the method and the address.
    public var customMirror: Mirror { Mirror(self, children: ["method": method.rawValue, "address": addressText]) }

    /// The address without its query, for messages.
    package var addressText: String {
        let path = head.path.map { $0.prefix { $0 != "?" } } ?? ""
        return "\(head.scheme.map { "\($0)://" } ?? "")\(head.authority ?? "")\(path)"
    }
}

extension URLComponents {
    /// The host as in an address, with brackets around an IPv6 address.
    fileprivate var encodedHost: String? {
        guard let host = percentEncodedHost, !host.isEmpty else { return nil }
        return host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    }
}

extension URL {
    /// The user and password in the form of the field `Authorization` (RFC 7617).
    fileprivate var basicCredentials: String? {
        guard let user = user(percentEncoded: false) else { return nil }
        let pair = "\(user):\(password(percentEncoded: false) ?? "")"
        return "Basic \(Data(pair.utf8).base64EncodedString())"
    }
}
