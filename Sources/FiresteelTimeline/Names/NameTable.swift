internal import CFiresteelTimeline
internal import Synchronization

/// Assigns identifiers to names and writes them to the journal before their first use.
final class NameTable: Sendable {
    private struct Key: Hashable {
        let kind: NameKind
        let reference: UInt32
        let text: String
    }

    private struct State {
        var identifiers: [Key: UInt32] = [:]
        /// The positions of texts that may identify the user, session names and flag values, for erasing.
        var personal: [(offset: Int, length: Int)] = []
        var used = 0
        var last: UInt32 = 0
        /// The names visible to readers in this process, read on demand.
        var index = NameIndex()
    }

    private let memory: JournalMemory
    private let state = Mutex(State())

    init(memory: JournalMemory) {
        self.memory = memory
    }

    /// Returns the identifier of a name.
    ///
    /// Equal names have the same identifier.
    ///
    /// Returns ``NameID/none`` if the region has no room for names of this kind, or in a forked child.
    func identifier(kind: NameKind, reference: NameID = .none, text: String) -> NameID {
        let isPair = kind == .feature || kind == .action || kind == .flagValue
        let text = cut(text, to: isPair ? 2 * TextLimits.name : TextLimits.name)
        let key = Key(kind: kind, reference: reference.rawValue, text: text)
        return state.withLock { state in
            if let known = state.identifiers[key] { return NameID(rawValue: known) }
            guard !memory.isInherited else { return .none }
            let size = NameEntry.size(textLength: text.utf8.count)
            guard state.used + size <= room(for: kind) else {
                _ = fst_add(memory.word(HeaderField.namesRefused), 1)
                return .none
            }
            let identifier = state.last + 1
            let offset = memory.layout.namesOffset + state.used
            var native = text
            native.withUTF8 { bytes in
                NameEntry.write(
                    kind: kind, identifier: identifier, reference: reference.rawValue,
                    text: UnsafeRawBufferPointer(bytes), to: memory.base + offset)
            }
            if kind.isPersonal { state.personal.append((offset, text.utf8.count)) }
            state.used += size
            state.last = identifier
            state.identifiers[key] = identifier
            fst_store(memory.word(HeaderField.namesUsed), UInt64(state.used))
            return NameID(rawValue: identifier)
        }
    }

    /// The number of names that found no room.
    var refused: UInt64 { fst_load(memory.word(HeaderField.namesRefused)) }

    /// Returns the limit of the region's size up to which names of this kind are added.
    ///
    /// The number of features, actions, labels and flags is fixed by the program, but sessions are opened as long as it
    /// runs, and flags can have ever new values. The last eighth is therefore not available for session names, the
    /// second half not for flag values.
    private func room(for kind: NameKind) -> Int {
        let size = memory.layout.namesSize
        return switch kind {
        case .session: size - size / 8
        case .flagValue: size / 2
        case .feature, .action, .label, .flag: size
        }
    }

    /// Erases the names of all sessions and the values of all flags recorded so far.
    func blankPersonal() {
        state.withLock { state in
            guard !memory.isInherited else { return }
            for text in state.personal {
                NameEntry.blank(memory.base + text.offset, textLength: text.length)
            }
            state.personal = []
            state.index = NameIndex()
            state.identifiers = state.identifiers.filter { !$0.key.kind.isPersonal }
        }
    }

    /// The names recorded so far.
    var index: NameIndex {
        state.withLock { state in
            if state.index.end < state.used {
                state.index.read(
                    UnsafeRawBufferPointer(start: memory.base + memory.layout.namesOffset, count: state.used),
                    used: state.used)
            }
            return state.index
        }
    }

    private func cut(_ text: String, to limit: Int) -> String {
        var text = text
        return text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            let length = TextCut.length(of: bytes, within: limit)
            return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[..<length]), as: UTF8.self)
        }
    }
}
