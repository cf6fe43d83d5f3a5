import Synchronization

/// An error in declarations, definitions or use of flags, for developers; reported once.
///
/// That a provider can't get values is reported once for each outage, and removed from ``FlagStack/diagnostics`` when it has
/// values again.
public struct FlagDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of diagnostics.
    public enum Kind: String, Sendable, CaseIterable {
        /// A flag was read before it was declared. The read declared it.
        case undeclared
        /// An undeclared key was looked up that no provider defines.
        case unknownKey
        /// A flag was read before its container was registered.
        case noKey
        /// A key was read as another type than it was declared with.
        case differentTypes
        /// A provider's value isn't of the flag's type.
        case typeMismatch
        /// A provider can't evaluate a flag.
        case providerFailed
        /// A declared flag has a parent that is neither declared nor known to a provider.
        case unknownParent
        /// An override has a key that is neither declared nor known to a provider.
        case unknownOverride
        /// Flags are each other's ancestors.
        case parentCycle
        /// A flag with a rollout was read in a context without a targeting key.
        case noTargetingKey
        /// A definition's metadata can't be used.
        case metadata
        /// Two providers have one name.
        case providerName
        /// A flag was read without any stack.
        case noStack
        /// A second stack was to become the process's default.
        case ambientStack
        /// The hygiene file can't be read or written, or is full.
        case hygieneFile
    }

    /// The kind.
    public let kind: Kind
    /// The key of the flag it concerns, if there is one.
    public let key: String?
    /// The provider it concerns, if there is one.
    public let provider: String?
    /// The error and what to do about it.
    public let message: String
    /// Module and file of the flag's declaration, if it has one, or of the code that looked up an unknown key first.
    public let file: String?
    /// The line in the file.
    public let line: UInt?

    /// The message, with the location before it.
    public var description: String {
        guard let file, let line else { return message }
        return "\(file):\(line): \(message)"
    }
}

/// The diagnostics of a stack, each once.
final class FlagDiagnosticLog: Sendable {
    /// The limit on stored diagnostics, against programs that look up generated keys.
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

    /// Removes the resolved diagnostic of a provider, so that it is reported again if it recurs.
    func withdraw(_ kind: FlagDiagnostic.Kind, provider: String) {
        let identity = Identity(kind: kind, key: nil, provider: provider, detail: "")
        state.withLock { state in
            guard state.known.remove(identity) != nil else { return }
            func matches(_ diagnostic: FlagDiagnostic) -> Bool {
                diagnostic.kind == kind && diagnostic.key == nil && diagnostic.provider == provider
            }
            state.all.removeAll(where: matches)
            state.unreported.removeAll(where: matches)
        }
    }

    /// Reports why values of providers can't be used.
    func report(_ skipped: [SkippedAnswer], key: String, _ declaration: FlagDeclaration?) {
        for answer in skipped where answer.error.code != .flagNotFound && answer.error.code != .providerNotReady {
            report(
                answer.error.code == .typeMismatch ? .typeMismatch : .providerFailed, key: key,
                provider: answer.provider, detail: answer.error.code.rawValue, declaration,
                "“\(key)” in \(answer.provider): \(answer.error.message)")
        }
    }

    /// Reports a flag whose rollout drew nothing.
    func report(lacksTargetingKey entry: FlagEntry) {
        entry.isMissingKeyReported.store(true, ordering: .relaxed)
        report(
            .noTargetingKey, key: entry.key, entry.declaration,
            "“\(entry.key)” has a rollout and was read in a context without a targeting key, so nothing was drawn. Give "
                + "the context a targeting key, such as an identifier of the user or the installation.")
    }

    /// Removes and returns the unreported diagnostics.
    func takeUnreported() -> [FlagDiagnostic] {
        state.withLock { state in
            defer { state.unreported = [] }
            return state.unreported
        }
    }
}
