/// Combines the recorded parts of retained inputs.
///
/// Add the events of a run in order. Memory is limited to the inputs of which a part is missing.
package struct KeptInputParts: Sendable {
    /// The parts of one input so far.
    private struct Begun {
        var count = 0
        var bytes: [UInt8] = []
    }

    private var begun: [UInt64: Begun] = [:]

    package init() {}

    /// Adds an event, and returns the input if the event is its last part.
    package mutating func add(_ event: TimelineEvent) -> KeptInput? {
        guard let part = event.keptPart else { return nil }
        guard part.code == KeptInput.jsonCode else { return KeptInput(code: part.code) }
        var input = begun.removeValue(forKey: event.perform) ?? Begun()
        // Without an earlier part the others are useless.
        guard part.index == input.count else { return nil }
        input.count += 1
        input.bytes += event.bytes
        guard input.count == part.count else {
            begun[event.perform] = input
            return nil
        }
        return String(validating: input.bytes, as: UTF8.self).map(KeptInput.json) ?? .notEncodable
    }
}

extension TimelineEvent {
    /// The place of a part in the coding of an input.
    struct KeptPart {
        /// The number of the part, from 0.
        let index: Int
        /// The number of parts.
        let count: Int
        /// The number of the kind of retained input.
        let code: UInt8
    }

    /// The place of the part, for retained inputs.
    var keptPart: KeptPart? {
        guard kind == .inputKept else { return nil }
        return KeptPart(index: Int(clamping: above), count: Int(clamping: other), code: code)
    }

    /// Whether it continues an earlier event, so that lists omit it.
    package var isContinuation: Bool { keptPart.map { $0.index > 0 } ?? false }

    /// Whether the input was retained, or the reason why it wasn't, without its coding.
    package var keptInput: KeptInput? { keptPart.flatMap { KeptInput(code: $0.code) } }

    /// Whether the input was retained, or the reason why it wasn't, for retained inputs.
    package var replayText: String? {
        switch keptInput {
        case nil: nil
        case .json: "Replayable"
        case .tooLarge: "Not replayable: the input is too large"
        case .notEncodable: "Not replayable: the input can't be encoded"
        }
    }
}
