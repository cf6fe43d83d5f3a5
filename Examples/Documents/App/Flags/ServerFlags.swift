import FiresteelHTTP
import FiresteelRemote
import Foundation

extension RemoteFlagProvider {
    /// The flags of a server, in flagd's format, asked for every five seconds.
    ///
    /// What the server said last is kept for the next start.
    ///
    /// - Parameters:
    ///   - address: where they are.
    ///   - file: where they are kept.
    /// - Returns: nil where the address is none of the web.
    static func documents(at address: String, keptIn file: String) -> RemoteFlagProvider? {
        guard let url = URL(string: address), let host = url.host, !host.isEmpty,
            ["http", "https"].contains(url.scheme?.lowercased())
        else { return nil }
        return RemoteFlagProvider(
            "Server", source: FlagdSource(url), transport: URLSessionTransport(),
            options: RemoteFlagOptions(interval: .seconds(5), cache: URL(fileURLWithPath: file)))
    }
}
