import FiresteelHTTP
import FiresteelRemote
import Foundation

extension RemoteFlagProvider {
    /// Returns a provider of a server's flags, in flagd's format, requested every five seconds.
    ///
    /// The last response is cached for the next start.
    ///
    /// - Parameters:
    ///   - address: The URL of the flags.
    ///   - file: The path of the cache.
    /// - Returns: The provider, or `nil` if the address isn't an HTTP URL.
    static func documents(at address: String, keptIn file: String) -> RemoteFlagProvider? {
        guard let url = URL(string: address), let host = url.host, !host.isEmpty,
            ["http", "https"].contains(url.scheme?.lowercased())
        else { return nil }
        return RemoteFlagProvider(
            "Server", source: FlagdSource(url), transport: URLSessionTransport(),
            options: RemoteFlagOptions(interval: .seconds(5), cache: URL(fileURLWithPath: file)))
    }
}
