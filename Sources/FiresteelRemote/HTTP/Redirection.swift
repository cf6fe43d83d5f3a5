import Foundation

/// Where an answer leads on to, and what goes along.
enum Redirection {
    /// Fields that are for one server alone.
    private static let secrets = [
        "authorization", "x-api-key", "x-goog-api-key", "x-goog-firebase-installations-auth", "cookie",
        "proxy-authorization",
    ]

    /// The request to make next, or `nil` where the answer is one to keep.
    static func next(after request: HTTPRequest, status: Int, fields: HTTPFields) throws -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(status), let location = fields["location"] else { return nil }
        guard let url = URL(string: location, relativeTo: request.url)?.absoluteURL else {
            throw HTTPTransportError.refusedRedirect("it leads to no address.")
        }
        try check(url)
        if request.url.scheme?.lowercased() == "https", url.scheme?.lowercased() == "http" {
            throw HTTPTransportError.refusedRedirect("it leads from https to http.")
        }
        var next = request
        next.url = url
        // What browsers do, and what servers therefore expect.
        if status == 303 && request.method != "HEAD" || (status == 301 || status == 302) && request.method == "POST" {
            next.method = "GET"
            next.body = nil
            next.fields["content-type"] = nil
        }
        guard origin(url) != origin(request.url) else { return next }
        guard next.body == nil else {
            // It says who the user is, and was meant for the other server.
            throw HTTPTransportError.refusedRedirect("it would hand the request's body to another server.")
        }
        for field in secrets { next.fields[field] = nil }
        return next
    }

    /// - Throws: Where an address isn't one for HTTP.
    static func check(_ url: URL) throws {
        let scheme = url.scheme?.lowercased()
        guard scheme == "http" || scheme == "https", let host = url.host(), !host.isEmpty else {
            throw HTTPTransportError.unusableAddress(url.withoutSecrets)
        }
    }

    private static func origin(_ url: URL) -> String {
        let scheme = url.scheme?.lowercased() ?? ""
        return "\(scheme)://\(url.host()?.lowercased() ?? ""):\(url.port ?? (scheme == "https" ? 443 : 80))"
    }
}

extension URL {
    /// The address without user, password, query and fragment, for messages.
    package var withoutSecrets: String {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return "an address" }
        parts.user = nil
        parts.password = nil
        parts.query = nil
        parts.fragment = nil
        return parts.string ?? "an address"
    }
}
