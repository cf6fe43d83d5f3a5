package import Foundation
import NIOCore
import NIOSSL
import Synchronization

/// The certificate and the private key of the server, from two PEM files that may be replaced while it runs.
///
/// Connections use TLS 1.2 or 1.3. Open connections keep the certificate that they began with.
package final class ServerCertificate: Sendable {
    private struct State {
        let context: NIOSSLContext
        let expires: Date
        /// The contents of both files, to notice that they were replaced.
        let files: [Data]
    }

    /// The file of the certificate and those of the authorities between it and the root, in this order.
    package let certificateFile: String
    /// The file of the private key.
    package let keyFile: String
    private let state: Mutex<State>

    /// Reads the files.
    ///
    /// - Throws: ``ServerCertificateError``.
    package init(certificateFile: String, keyFile: String) throws(ServerCertificateError) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
        let files = try Self.read(certificateFile, keyFile)
        state = Mutex(try Self.load(files, certificateFile, keyFile))
    }

    /// The end of the certificate's validity.
    package var expires: Date { state.withLock(\.expires) }

    /// Reads the files again, and uses them for new connections if they changed.
    ///
    /// - Returns: Whether they changed.
    /// - Throws: ``ServerCertificateError``; then the earlier certificate remains in use.
    package func reload() throws(ServerCertificateError) -> Bool {
        let files = try Self.read(certificateFile, keyFile)
        guard state.withLock({ $0.files != files }) else { return false }
        let loaded = try Self.load(files, certificateFile, keyFile)
        state.withLock { $0 = loaded }
        return true
    }

    /// Adds the encryption to a connection.
    @Sendable func addHandler(to channel: any Channel) throws {
        let context = state.withLock(\.context)
        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
    }

    private static func read(_ paths: String...) throws(ServerCertificateError) -> [Data] {
        var files: [Data] = []
        for path in paths {
            do {
                files.append(try Data(contentsOf: URL(filePath: path)))
            } catch {
                throw .unreadable(path: path, reason: (error as NSError).localizedDescription)
            }
        }
        return files
    }

    private static func load(
        _ files: [Data], _ certificateFile: String, _ keyFile: String
    ) throws(ServerCertificateError) -> State {
        let chain: [NIOSSLCertificate]
        do {
            chain = try NIOSSLCertificate.fromPEMBytes(Array(files[0]))
        } catch {
            throw .noCertificate(path: certificateFile)
        }
        guard let leaf = chain.first else { throw .noCertificate(path: certificateFile) }
        let key: NIOSSLPrivateKey
        do {
            key = try NIOSSLPrivateKey(bytes: Array(files[1]), format: .pem)
        } catch {
            throw .noKey(path: keyFile)
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        do {
            let context = try NIOSSLContext(configuration: configuration)
            let expires = Date(timeIntervalSince1970: TimeInterval(leaf.notValidAfter))
            return State(context: context, expires: expires, files: files)
        } catch {
            throw .mismatch(certificate: certificateFile, key: keyFile, reason: "\(error)")
        }
    }
}

/// An error of reading the server's certificate.
package enum ServerCertificateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file can't be read.
    case unreadable(path: String, reason: String)
    /// The file has no certificate.
    case noCertificate(path: String)
    /// The file has no private key, or one with a passphrase.
    case noKey(path: String)
    /// The key isn't that of the certificate, or can't be used.
    case mismatch(certificate: String, key: String, reason: String)

    /// The failed operation, the reason and what to do.
    package var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "Can't read \(path): \(reason) Check that the file exists and that the server's user may read it."
        case .noCertificate(let path):
            "Can't use \(path): it has no certificate in PEM. Write the server's certificate first, then those between it and the root."
        case .noKey(let path): "Can't use \(path): it has no private key in PEM without a passphrase."
        case .mismatch(let certificate, let key, let reason):
            "Can't use \(key) with \(certificate): \(reason). Use the key that the certificate was made for."
        }
    }
}
