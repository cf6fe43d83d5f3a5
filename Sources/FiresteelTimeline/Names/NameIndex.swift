internal import CFiresteelTimeline

/// The names of a run.
public struct NameIndex: Sendable {
    private enum Name: Sendable {
        case feature(FeatureName)
        case action(ActionName)
        case session(String)
        case label(String)
        case flag(String)
        case flagValue(flag: NameID, value: String, variant: String?)
    }

    private var names: [UInt32: Name] = [:]
    /// The end of the part of the region that was read.
    private(set) var end = 0
    private var last: UInt32 = 0
    /// The number of names that are damaged, at least.
    private(set) var damaged = 0

    /// The text in place of a damaged name.
    private static let damagedName = "(damaged)"

    init() {}

    /// Returns the feature with this identifier.
    public func feature(_ id: NameID) -> FeatureName? {
        if case .feature(let feature) = names[id.rawValue] { return feature }
        let name = Self.damagedName
        return isDamaged(id) ? FeatureName(id: id, identifier: name, name: name, parent: nil) : nil
    }

    /// Returns the action binding with this identifier.
    public func action(_ id: NameID) -> ActionName? {
        if case .action(let action) = names[id.rawValue] { action } else { nil }
    }

    /// Returns the action binding of a perform, which refers to one whether its name is damaged or not.
    func performed(_ id: NameID) -> ActionName? {
        if let action = action(id) { return action }
        let name = Self.damagedName
        return isDamaged(id) ? ActionName(id: id, identifier: name, name: name, feature: nil) : nil
    }

    /// Returns the name of a session.
    ///
    /// The name is empty once it was erased.
    public func session(_ id: NameID) -> String? {
        if case .session(let name) = names[id.rawValue] { name } else { damagedName(id) }
    }

    /// Returns the label of a logger.
    public func label(_ id: NameID) -> String? {
        if case .label(let label) = names[id.rawValue] { label } else { damagedName(id) }
    }

    /// Returns the key of a flag.
    public func flag(_ id: NameID) -> String? {
        if case .flag(let key) = names[id.rawValue] { key } else { damagedName(id) }
    }

    private func isDamaged(_ id: NameID) -> Bool { damaged > 0 && id != .none && names[id.rawValue] == nil }

    private func damagedName(_ id: NameID) -> String? { isDamaged(id) ? Self.damagedName : nil }

    /// The recorded values of flags, in the order of first appearance, without erased ones.
    var flagValues: [(flag: NameID, value: String, variant: String?)] {
        names.sorted { $0.key < $1.key }.compactMap {
            if case .flagValue(let flag, let value, let variant) = $0.value, !value.isEmpty {
                (flag, value, variant)
            } else {
                nil
            }
        }
    }

    /// All features, parents before children.
    public var features: [FeatureName] {
        names.sorted { $0.key < $1.key }.compactMap {
            if case .feature(let feature) = $0.value { feature } else { nil }
        }
    }

    /// Every action binding, in order of registration.
    public var actions: [ActionName] {
        names.sorted { $0.key < $1.key }.compactMap { if case .action(let action) = $0.value { action } else { nil } }
    }
}

// MARK: - Reading

extension NameIndex {
    /// Reads the entries that follow those read before.
    /// - Parameters:
    ///   - region: The region, from its start.
    ///   - used: The size of its used part, as far as it is known. Entries behind it are read as well.
    mutating func read(_ region: UnsafeRawBufferPointer, used: Int) {
        while end + NameEntry.headSize <= region.count {
            if let size = entry(at: end, in: region) {
                end += size
                continue
            }
            // The length of a damaged entry can't be trusted. The next entry starts at a multiple of 8.
            var next = end + 8
            while next + NameEntry.headSize <= region.count, !isEntry(at: next, in: region) { next += 8 }
            guard next + NameEntry.headSize <= region.count else {
                // Names that nothing follows: zeros and an unfinished name aren't in the used part.
                if end < used { damaged += 1 }
                end = region.count
                return
            }
            end = next
        }
    }

    private func isEntry(at offset: Int, in region: UnsafeRawBufferPointer) -> Bool {
        // No entry begins with zeros, which are most of the region.
        region.loadUnaligned(fromByteOffset: offset, as: UInt64.self) != 0 && entrySize(at: offset, in: region) != nil
    }

    /// Returns the size of the whole entry at an offset, or `nil` if there is none.
    private func entrySize(at offset: Int, in region: UnsafeRawBufferPointer) -> Int? {
        let length = Int(region.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
        guard length <= TextLimits.name * 2 else { return nil }
        let size = NameEntry.size(textLength: length)
        guard size <= region.count - offset, let base = region.baseAddress else { return nil }
        let checksum = region.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return fst_crc32c(base + offset + 4, size - 4) == checksum ? size : nil
    }

    /// Takes the entry at an offset and returns its size, or `nil` if there is none.
    private mutating func entry(at offset: Int, in region: UnsafeRawBufferPointer) -> Int? {
        guard let size = entrySize(at: offset, in: region) else { return nil }
        func word(_ at: Int) -> UInt32 { region.loadUnaligned(fromByteOffset: offset + at, as: UInt32.self) }
        let identifier = word(NameEntry.identifierOffset)
        // Identifiers increase, and a name refers only to earlier names, so there are no cycles.
        guard identifier > last, word(NameEntry.referenceOffset) < identifier else { return size }
        // Identifiers have no gaps.
        damaged += Int(identifier - last - 1)
        last = identifier
        let start = offset + NameEntry.headSize
        let text = region[start..<(start + Int(word(4)))]
        guard let kind = NameKind(rawValue: UInt8(truncatingIfNeeded: word(NameEntry.kindOffset))) else { return size }
        let reference = NameID(rawValue: word(NameEntry.referenceOffset))
        names[identifier] = name(kind, id: NameID(rawValue: identifier), reference: reference, text: text)
        return size
    }

    private func name(
        _ kind: NameKind, id: NameID, reference: NameID, text: Slice<UnsafeRawBufferPointer>
    ) -> Name {
        func pair() -> (identifier: String, name: String) {
            let parts = text.split(separator: SummaryCoding.unit, maxSplits: 1, omittingEmptySubsequences: false)
            let identifier = String(decoding: parts[0], as: UTF8.self)
            return (identifier, parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : identifier)
        }
        switch kind {
        case .feature:
            let (identifier, name) = pair()
            return .feature(FeatureName(id: id, identifier: identifier, name: name, parent: feature(reference)))
        case .action:
            let (identifier, name) = pair()
            return .action(ActionName(id: id, identifier: identifier, name: name, feature: feature(reference)))
        case .session:
            // An erased name is zeros.
            return .session(String(decoding: text.filter { $0 != 0 }, as: UTF8.self))
        case .label:
            return .label(String(decoding: text, as: UTF8.self))
        case .flag:
            return .flag(String(decoding: text, as: UTF8.self))
        case .flagValue:
            // An erased one is zeros, the separator included.
            guard text.contains(where: { $0 != 0 }) else { return .flagValue(flag: reference, value: "", variant: nil) }
            let parts = text.split(separator: SummaryCoding.unit, maxSplits: 1, omittingEmptySubsequences: false)
            return .flagValue(
                flag: reference, value: String(decoding: parts[0], as: UTF8.self),
                variant: parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil)
        }
    }
}
