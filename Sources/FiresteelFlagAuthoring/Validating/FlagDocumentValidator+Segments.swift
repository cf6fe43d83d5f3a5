import FiresteelFlags

extension FlagDocumentValidator {
    /// Reports segments that use themselves, and those that are nested too deeply.
    mutating func checkSegmentNesting(of keys: [String]) {
        var nesting = SegmentNesting(items.segments)
        for key in keys.sorted() { nesting.visit(key) }
        for cycle in nesting.cycles {
            let message =
                cycle.count == 1
                ? "The segment “\(cycle[0])” uses itself. Remove the condition."
                : "The segments \(Self.names(of: cycle)) use each other. Remove one of the conditions."
            for key in cycle { report(.segment(key), LogicPath().word("if"), message) }
        }
        guard nesting.cycles.isEmpty else { return }
        for (key, depth) in nesting.depths where depth > FlagDocumentLimits.segmentDepth {
            report(
                .segment(key), LogicPath().word("if"),
                "Segments that use segments are nested deeper than \(FlagDocumentLimits.segmentDepth) levels.")
        }
        var inliner = SegmentInliner(items.segments)
        for key in keys { _ = inliner.logic(of: key) }
        for key in inliner.tooLarge.sorted() {
            report(
                .segment(key), LogicPath().word("if"),
                "The segment has more than \(FlagDocumentLimits.segmentSize) values with those of the segments that it uses. "
                    + "Use fewer or smaller segments.")
        }
    }

    /// Compiles the JsonLogic of all items, and reports its errors.
    mutating func checkPieces() {
        guard !pieces.isEmpty else { return }
        var flags: [String: JSONValue] = [:]
        for (index, piece) in pieces.enumerated() {
            let variants = piece.flag?.variants ?? []
            flags["\(index)"] = [
                "state": "ENABLED",
                "variants": .object(
                    Dictionary(
                        variants.filter { $0.value != .null }.map { ($0.name, $0.value) },
                        uniquingKeysWith: { $1 })),
                "targeting": piece.logic,
            ]
        }
        var inliner = SegmentInliner(items.segments)
        var evaluators: [String: JSONValue] = [:]
        for key in items.segments.keys.sorted() { evaluators[key] = inliner.logic(of: key) }
        let document: JSONValue = ["flags": .object(flags), "$evaluators": .object(evaluators)]
        let definitions: FlagDefinitions
        do {
            definitions = try FlagDefinitions(json: Array(document.json().utf8))
        } catch {
            let message = "The JsonLogic can't be compiled: \(error)"
            for piece in pieces { report(piece.item, piece.path, message) }
            return
        }
        for error in definitions.errors { report(error, .error) }
        for warning in definitions.warnings { report(warning, .warning) }
    }

    private mutating func report(_ error: FlagDefinitionError, _ severity: FlagDocumentDiagnostic.Severity) {
        guard let key = error.key, let index = Int(key), pieces.indices.contains(index) else { return }
        let piece = pieces[index]
        // Conditions return no variants.
        guard severity == .error || piece.flag != nil else { return }
        let prefix = LogicPath.flag(key).word("targeting").text
        let path = error.path.hasPrefix(prefix) ? piece.path.text + error.path.dropFirst(prefix.count) : piece.path.text
        let message = error.message.replacing("The targeting of “\(key)”", with: "The logic")
        report(piece.item, path, message, severity)
    }
}

/// Follows segments to those that they use.
private struct SegmentNesting {
    let segments: [String: FlagSegment]
    /// The number of levels of each visited segment.
    private(set) var depths: [String: Int] = [:]
    private(set) var cycles: [[String]] = []

    init(_ segments: [String: FlagSegment]) { self.segments = segments }

    /// A segment on the way, with the segments that it uses and that aren't visited yet.
    private struct Step {
        let key: String
        var pending: [String]
        var depth = 1
    }

    /// Visits a segment and all that it needs, without recursion.
    mutating func visit(_ key: String) {
        guard depths[key] == nil else { return }
        var steps = [step(key)]
        var isOnTheWay: Set<String> = [key]
        while var step = steps.popLast() {
            guard let next = step.pending.popLast() else {
                depths[step.key] = step.depth
                isOnTheWay.remove(step.key)
                if !steps.isEmpty { steps[steps.count - 1].depth = max(steps[steps.count - 1].depth, step.depth + 1) }
                continue
            }
            if let depth = depths[next] { step.depth = max(step.depth, depth + 1) }
            steps.append(step)
            if isOnTheWay.contains(next) {
                let start = steps.firstIndex { $0.key == next } ?? 0
                cycles.append(steps[start...].map(\.key))
            } else if depths[next] == nil {
                isOnTheWay.insert(next)
                steps.append(self.step(next))
            }
        }
    }

    private func step(_ key: String) -> Step {
        Step(key: key, pending: segments[key].map { SegmentReferences.keys(in: $0).sorted().reversed() } ?? [])
    }
}
