import FiresteelBase
import FiresteelFlagAuthoring
import FiresteelStore

/// The texts that pages show of items: sentences of rules, and the short form of lists.
struct ItemTexts {
    private var flags: [String: EditableFlag] = [:]
    private let segments: [String: FlagSegment]

    /// Reads the flags and segments of a program.
    ///
    /// Invalid ones have no texts.
    init(_ state: ProgramState) {
        segments = state.segments
        for (key, item) in state.items where key.kind == .flag {
            flags[key.name] = try? EditableFlag(json: item.value)
        }
    }

    /// Returns the texts of an item, or `null` without any.
    ///
    /// Of a targeting `label` for lists, and as parts of sentences `summary`, `rules` and `otherwise`; of a segment `members`; of
    /// an experiment `participants`.
    func text(of key: ItemKey, _ item: Item) -> JSONValue {
        switch key.kind {
        case .flag: return .null
        case .segment:
            guard let segment = segments[key.name] else { return .null }
            return ["members": FlagSentences(flag: .bool(), segments: segments).members(of: segment).json]
        case .experiment:
            guard let experiment = try? FlagExperiment(json: item.value) else { return .null }
            return ["participants": FlagSentences(flag: .bool(), segments: segments).participants(of: experiment).json]
        case .targeting:
            guard let flag = flags[key.name], let targeting = try? FlagTargeting(json: item.value) else { return .null }
            let sentences = FlagSentences(flag: flag, segments: segments)
            return [
                "label": .string(sentences.label(of: targeting)), "summary": sentences.summary(of: targeting).json,
                "rules": .array(targeting.rules.map { sentences.rule($0).json }),
                "otherwise": sentences.otherwise(of: targeting).json,
            ]
        }
    }
}

extension FlagSentence {
    /// The parts, each with the kind that a page marks.
    var json: JSONValue {
        .array(
            parts.map { part in
                switch part.kind {
                case .segment(let key): ["kind": "segment", "text": .string(part.text), "key": .string(key)]
                case .text: ["kind": "text", "text": .string(part.text)]
                case .term: ["kind": "term", "text": .string(part.text)]
                case .variant: ["kind": "variant", "text": .string(part.text)]
                case .emphasis: ["kind": "emphasis", "text": .string(part.text)]
                }
            })
    }
}

extension ItemDifference {
    /// Returns the effect of the difference, as added and removed lines.
    ///
    /// - Parameter segments: The segments by their keys, for their names.
    func lines(naming segments: [String: FlagSegment]) -> JSONValue {
        .array(
            documentLines(naming: segments).map { ["isAdded": .bool($0.isAdded), "text": .string($0.text)] })
    }

    /// Returns the lines of the documents that were added and removed.
    ///
    /// - Parameter segments: The segments by their keys, for their names.
    func documentLines(naming segments: [String: FlagSegment]) -> [FlagDocumentDifference.Line] {
        switch item.kind {
        case .flag:
            FlagDocumentDifference(
                from: before.flatMap { try? EditableFlag(json: $0) }, to: after.flatMap { try? EditableFlag(json: $0) }
            ).lines
        case .targeting:
            FlagDocumentDifference(
                from: before.flatMap { try? FlagTargeting(json: $0) },
                to: after.flatMap { try? FlagTargeting(json: $0) }, segments: segments
            ).lines
        case .segment:
            FlagDocumentDifference(
                from: before.flatMap { try? FlagSegment(json: $0) }, to: after.flatMap { try? FlagSegment(json: $0) },
                segments: segments
            ).lines
        case .experiment: FlagDocumentDifference(fromExperiment: before, to: after, segments: segments).lines
        }
    }
}
