import Firesteel
import FiresteelCatalogue
import FiresteelFlags
import FiresteelHTTP
import FiresteelRemote
import FiresteelTimeline
import Foundation

extension ProgramDescription {
    /// This program, as its server and its runs name it.
    static let documents = ProgramDescription(name: "Documents", version: "1.0")
}

extension RemoteFlagProvider {
    /// Returns a provider of a Firesteel server's flags, which arrive within a second of a change.
    ///
    /// The last response is cached for the next start. While the server is unreachable, it is tried again every few
    /// seconds, because it is usually on the same computer.
    ///
    /// - Parameters:
    ///   - address: The server's address.
    ///   - token: The token.
    ///   - file: The path of the cache.
    ///   - program: The program, whose version the server shows.
    /// - Returns: The provider, or `nil` if the address isn't an HTTP URL.
    static func documents(
        of address: String, token: ServerToken, keptIn file: String, program: ProgramDescription = .documents
    ) -> RemoteFlagProvider? {
        guard let url = httpAddress(address) else { return nil }
        let options = RemoteFlagOptions(
            interval: .seconds(5), cache: URL(fileURLWithPath: file),
            retry: RetryPolicy(first: .milliseconds(500), maximum: .seconds(3)))
        let version = program.version
        switch token {
        case .text(let text):
            return firesteel(
                url, token: text, version: version, transport: URLSessionTransport(), options: options,
                catalogue: catalogue)
        case .file(let path):
            return firesteel(
                url, kind: .server, version: version, transport: URLSessionTransport(), options: options,
                catalogue: catalogue
            ) {
                try ServerToken.read(path)
            }
        }
    }

    /// Returns the features, actions and flags of the program, which the dashboard names and completes.
    private static func catalogue() throws -> Data {
        guard let runtime = FeatureRuntime.current else { throw CommandError("The features aren’t set up yet.") }
        var catalogue = runtime.catalogue
        catalogue.attributes = EvaluationContext.documentsAttributes
        return try catalogue.json()
    }

    /// Returns a provider of flags in flagd's format, requested every five seconds.
    ///
    /// The last response is cached for the next start.
    ///
    /// - Parameters:
    ///   - address: The URL of the flags.
    ///   - file: The path of the cache.
    /// - Returns: The provider, or `nil` if the address isn't an HTTP URL.
    static func documents(at address: String, keptIn file: String) -> RemoteFlagProvider? {
        guard let url = httpAddress(address) else { return nil }
        return RemoteFlagProvider(
            "Server", source: FlagdSource(url), transport: URLSessionTransport(),
            options: RemoteFlagOptions(interval: .seconds(5), cache: URL(fileURLWithPath: file)))
    }

    /// Returns a URL, or `nil` if a text isn't an address with HTTP or HTTPS.
    static func httpAddress(_ text: String) -> URL? {
        guard let url = URL(string: text), let host = url.host, !host.isEmpty,
            ["http", "https"].contains(url.scheme?.lowercased())
        else { return nil }
        return url
    }
}
