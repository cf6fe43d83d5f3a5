import FiresteelFlagAuthoring

@testable import FiresteelFlags

/// Parses bytes as a flag file and evaluates its flags.
///
/// The first byte selects the format: `j` JustTweak, `t` Toggles, `v` values by key, `d` detection of the format; any
/// other byte begins a file in flagd's format. Each file is rejected or read, each flag evaluates, and the process
/// doesn't crash. The export of a file in flagd's format is valid and has the same flags, and so
/// have the editable flags that it is imported as.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFlagFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let rest = Array(bytes.dropFirst())
    switch bytes[0] {
    case UInt8(ascii: "j"): read(rest, as: .justTweak)
    case UInt8(ascii: "t"): read(rest, as: .toggles)
    case UInt8(ascii: "v"): read(rest, as: .values)
    case UInt8(ascii: "d"): read(rest, as: nil)
    default: readDefinitions(bytes)
    }
    return 0
}

private func read(_ bytes: [UInt8], as format: FlagFileFormat?) {
    guard let file = try? FlagFileContents(bytes, format) else { return }
    precondition(file.rules[""] == nil, "A flag has no key.")
    for (_, rule) in file.rules.sorted(by: { $0.key < $1.key }).prefix(20) { evaluate(rule) }
}

private func readDefinitions(_ bytes: [UInt8]) {
    // Few steps suffice to find crashes.
    let limits = LogicLimits(steps: 5_000)
    let options = FlagDefinitions.Options(fractional: bytes.count % 2 == 0 ? .v2 : .v3, logic: limits)
    guard let definitions = try? FlagDefinitions(json: bytes, options: options) else { return }
    evaluate(definitions)
    let export = definitions.exported(for: "production").json()
    guard let again = try? FlagDefinitions(json: Array(export.utf8), options: options) else {
        preconditionFailure("The export can't be read: \(export)")
    }
    precondition(again.keys == definitions.keys, "The export has other flags.")
    evaluate(again)
    readDocuments(bytes)
}

/// Imports a file as editable flags, whose JSON is read back, and which compile or have errors.
private func readDocuments(_ bytes: [UInt8]) {
    guard let items = (try? FlagImport(flagd: bytes))?.items else { return }
    for (key, flag) in items.flags.sorted(by: { $0.key < $1.key }).prefix(20) {
        precondition((try? EditableFlag(json: flag.json)) == flag, "The flag \(key) can't be read back.")
        guard let targeting = items.targetings[key] else { preconditionFailure("\(key) has no targeting.") }
        precondition(
            (try? FlagTargeting(json: targeting.json)) == targeting, "The targeting \(key) can't be read back.")
        let sentences = FlagSentences(flag: flag, segments: items.segments)
        precondition(!sentences.label(of: targeting).isEmpty || flag.variants.contains { $0.name.isEmpty })
        precondition(!sentences.summary(of: targeting).parts.isEmpty)
        precondition(!FlagDocumentDifference(from: nil, to: targeting).lines.isEmpty)
    }
    for (key, segment) in items.segments.sorted(by: { $0.key < $1.key }).prefix(20) {
        precondition((try? FlagSegment(json: segment.json)) == segment, "The segment \(key) can't be read back.")
    }
    guard let compiled = try? items.compiled() else { return }
    guard let definitions = try? FlagDefinitions(json: Array(compiled.json().utf8)) else {
        preconditionFailure("The compiled flags can't be read.")
    }
    precondition(definitions.keys == Set(items.flags.keys), "The compiled flags are others.")
}

private let contexts = [
    EvaluationContext.empty,
    EvaluationContext(targetingKey: "user-4711"),
    EvaluationContext(
        targetingKey: "u",
        attributes: [
            "plan": "premium", "age": 31, "version": "2.4.1-beta.3", "email": "a@example.org", "country": "DE",
            "roles": ["admin", 1, .null, ["x"]], "user": ["name": "Ö", "tags": [:]], "n": 0.5, "": true,
        ]),
]

private func evaluate(_ definitions: FlagDefinitions) {
    for key in definitions.keys.sorted().prefix(20) {
        guard let rule = definitions.rule(for: key) else { preconditionFailure("There is no rule for \(key).") }
        evaluate(rule)
    }
}

private func evaluate(_ rule: any FlagRule) {
    for context in contexts {
        let answer = rule.evaluate(context, now: 1_700_000_000)
        precondition(
            rule.dependsOnContext || answer == rule.evaluate(.empty, now: 1_700_000_000),
            "The rule doesn't depend on the context, but its value differs.")
        _ = rule.explain(context, now: 1_700_000_000)
    }
}
