package import Foundation
import HTTPTypes

/// The target of a redirect, and the parts of the request that are sent to it.
package enum Redirection {
    /// The fields that are sent to another server: any other may be a secret.
    private static let harmless: Set<HTTPField.Name> = [
        .accept, .acceptEncoding, .acceptLanguage, .cacheControl, .ifModifiedSince, .ifNoneMatch, .userAgent,
    ]

    /// Returns the next request, or `nil` if the response is final.
    static func next(
        after request: HTTPRequestMessage, to address: URL, _ response: HTTPResponse
    ) throws -> HTTPRequestMessage? {
        let status = response.status.code
        guard [301, 302, 303, 307, 308].contains(status), let location = response.headerFields[.location] else {
            return nil
        }
        guard let url = URL(string: location, relativeTo: address)?.absoluteURL else {
            throw HTTPTransportError.refusedRedirect("it has no valid address.")
        }
        try check(url)
        if address.scheme?.lowercased() == "https", url.scheme?.lowercased() == "http" {
            throw HTTPTransportError.refusedRedirect("it goes from https to http.")
        }
        var next = request
        next.url = url
        // A GET in place of a POST returns something else, whose success would be mistaken for that of the POST.
        guard status != 303 || request.method == .get || request.method == .head else {
            throw HTTPTransportError.refusedRedirect("it would turn \(request.method.rawValue) into GET.")
        }
        guard origin(url) != origin(address) else { return next }
        guard next.body.isEmpty else {
            // The body may identify the user, and is only for the original server.
            throw HTTPTransportError.refusedRedirect("it would send the request's body to another server.")
        }
        next.fields = HTTPFields(request.fields.filter { harmless.contains($0.name) })
        return next
    }

    /// Returns the address of a request.
    ///
    /// - Throws: An error if it has none, or one that isn't valid for HTTP.
    static func address(of request: HTTPRequestMessage) throws -> URL {
        guard let url = request.url else { throw HTTPTransportError.unusableAddress(request.addressText) }
        try check(url)
        return url
    }

    /// Checks whether an address is valid for HTTP.
    ///
    /// - Throws: An error if it isn't.
    package static func check(_ url: URL) throws {
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
