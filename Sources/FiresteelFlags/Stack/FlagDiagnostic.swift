import Synchronization

/// Something that is wrong with flags and that a maintainer should know, told once.
public struct FlagDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// What kind of fault.
    public enum Kind: String, Sendable, CaseIterable {
        /// A flag was read that was never declared. It was declared by that.
        case undeclared
        /// A key was asked for that nobody declared and no provider knows.
        case unknownKey
        /// A flag was read before its container was registered.
        case noKey
        /// A key was read as another type than it was declared with.
        case differentTypes
        /// A provider's value isn't of the flag's type.
        case typeMismatch
        /// A provider can't answer for a flag.
        case providerFailed
        /// Flags are each other's ancestors.
        case parentCycle
        /// A definition's metadata can't be used.
        case metadata
        /// Two providers have one name.
        case providerName
        /// A flag was read without any stack.
        case noStack
        /// A stack was to be made the ambient one, and there is one.
        case ambientStack
        /// The file that keeps since when values hold can't be read or written, or is full.
        case hygieneFile
    }

    /// What kind of fault.
    public let kind: Kind
    /// The flag's key, if it is about one.
    public let key: String?
    /// The provider, if it is about one.
    public let provider: String?
    /// What is wrong, and what to do.
    public let message: String
    /// Module and file of the flag's declaration, if it has one, or of the code that asked for an unknown key first.
    public let file: String?
    /// The line in the file.
    public let line: UInt?

    /// Where it is, and what is wrong.
    public var description: String {
        guard let file, let line else { return message }
        return "\(file):\(line): \(message)"
    }
}

/// Keeps the diagnostics of a stack, each once.
final class FlagDiagnosticLog: Sendable {
    /// How many are kept; a program that asks for invented keys fills no memory with them.
    private static var capacity: Int { 1000 }

    private struct Identity: Hashable {
        let kind: FlagDiagnostic.Kind
        let key: String?
        let provider: String?
        let detail: String
    }

    private struct State {
        var known: Set<Identity> = []
        var all: [FlagDiagnostic] = []
        var unreported: [FlagDiagnostic] = []
    }

    private let state = Mutex(State())

    var all: [FlagDiagnostic] { state.withLock { $0.all } }

    func report(
        _ kind: FlagDiagnostic.Kind, key: String? = nil, provider: String? = nil, detail: String = "",
        at place: FlagHygiene.Place? = nil, _ declaration: FlagDeclaration?, _ message: @autoclosure () -> String
    ) {
        let identity = Identity(kind: kind, key: key, provider: provider, detail: detail)
        state.withLock { state in
            guard state.known.count < Self.capacity, state.known.insert(identity).inserted else { return }
            let diagnostic = FlagDiagnostic(
                kind: kind, key: key, provider: provider, message: message(),
                file: declaration?.file ?? place?.file, line: declaration?.line ?? place?.line)
            state.all.append(diagnostic)
            state.unreported.append(diagnostic)
        }
    }

    /// What providers had instead of values.
    func report(_ skipped: [SkippedAnswer], key: String, _ declaration: FlagDeclaration?) {
        for answer in skipped where answer.error.code != .flagNotFound && answer.error.code != .providerNotReady {
            report(
                answer.error.code == .typeMismatch ? .typeMismatch : .providerFailed, key: key,
                provider: answer.provider, detail: answer.error.code.rawValue, declaration,
                "“\(key)” in \(answer.provider): \(answer.error.message)")
        }
    }

    /// What nobody was told of yet.
    func takeUnreported() -> [FlagDiagnostic] {
        state.withLock { state in
            defer { state.unreported = [] }
            return state.unreported
        }
    }
}
