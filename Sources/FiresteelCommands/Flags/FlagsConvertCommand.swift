import ArgumentParser
import FiresteelFlagAuthoring
import FiresteelFlags
import Foundation

/// The target format of a conversion.
enum ConversionTarget: String, ExpressibleByArgument, CaseIterable {
    case flagd
    case values
}

struct FlagsConvertCommand: FiresteelSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "convert", abstract: "Converts a flag file to another format.",
        discussion: """
            Converts any format to flagd's definitions, or to keys and values. Definitions that are converted to \
            definitions have their parents and local states written as plain targeting, for evaluators that know \
            only flagd. Keys and values have no metadata; metadata that affects a flag's value is reported. \
            Flags that can't be expressed are reported on standard error and unchanged; the exit status is then 1.
            """)

    @Argument(help: "The file.", completion: .file(extensions: ["json"]))
    var file: String

    @Option(help: "The format to write: flagd or values.")
    var to: ConversionTarget

    @Option(help: "The file's format: flagd, justtweak, toggles or values. By default detected.")
    var from: FormatArgument?

    @Option(
        help: ArgumentHelp(
            "The environment that flagd's definitions are for, such as production.", valueName: "environment"))
    var environment: String?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The output file. By default standard output.", valueName: "file"), completion: .file())
    var outputFile: String?

    @OptionGroup var output: OutputOptions

    func run(_ terminal: Terminal) async throws {
        let conversion = try FlagConversion(file, from, to: to, environment: environment)
        if output.json {
            // One document, so that losses are part of it.
            try terminal.line(conversion.json.json(pretty: true))
        }
        if !output.json || outputFile != nil {
            let destination = try OutputFile(outputFile, terminal)
            try destination.put(conversion.value.json(pretty: true) + "\n")
            try destination.finish()
        }
        guard !conversion.losses.isEmpty else { return }
        if !output.json {
            for loss in conversion.losses {
                Terminal.printLine("\(file): warning: \(loss.key): \(PlainText.line(loss.reason))")
            }
        }
        throw CommandError.findings
    }
}

/// A file of flags in another format.
struct FlagConversion {
    /// A part of a flag that can't be expressed in the target format.
    struct Loss {
        let key: String
        let reason: String
    }

    private(set) var value: JSONValue = .null
    private(set) var losses: [Loss] = []

    init(_ file: String, _ format: FormatArgument?, to target: ConversionTarget, environment: String?) throws {
        let bytes = try InputFile.read(file)
        let input: FlagFileInput
        do throws(JSONError) {
            input = try FlagFileInput(file, bytes, format: format)
        } catch {
            throw CommandError(.data, "\(file):\(error.line):\(error.column): \(error.message)")
        }
        if input.format == .flagd, target == .flagd {
            try export(bytes, file, environment)
            return
        }
        let provider = try FlagFileSource.provider(file, input.format)
        if let fault = provider.status.error { losses.append(Loss(key: "$", reason: fault.message)) }
        var members: [String: JSONValue] = [:]
        for key in (provider.keys ?? []).sorted() {
            guard let rule = provider.rule(for: key) else { continue }
            members[key] = target == .flagd ? definition(key, rule) : plain(key, rule)
        }
        value = target == .flagd ? ["flags": .object(members)] : .object(members)
    }

    private mutating func export(_ bytes: [UInt8], _ file: String, _ environment: String?) throws {
        let definitions: FlagDefinitions
        do {
            definitions = try FlagDefinitions(json: bytes)
        } catch {
            throw CommandError(.data, "\(file): \(error)")
        }
        let export = definitions.exported(for: environment)
        value = export.definitions
        losses = export.diagnostics.map { Loss(key: $0.key, reason: $0.reason) }
        losses += definitions.errors.map { Loss(key: $0.key ?? "$", reason: $0.description) }
    }

    /// Returns a definition of a value that is the same for everyone.
    private mutating func definition(_ key: String, _ rule: any FlagRule) -> JSONValue? {
        guard case .value(let value) = rule.evaluate(.empty, now: 0).outcome else { return nil }
        let isSecure = rule.metadata["secure"] == true
        if isSecure {
            losses.append(Loss(key: key, reason: "Its text is encrypted, which definitions can't express."))
        }
        var definition: [String: JSONValue] = ["state": "ENABLED"]
        if case .bool(let isOn) = value {
            definition["variants"] = ["on": true, "off": false]
            definition["defaultVariant"] = isOn ? "on" : "off"
        } else {
            definition["variants"] = ["default": value]
            definition["defaultVariant"] = "default"
        }
        if !rule.metadata.isEmpty { definition["metadata"] = .object(rule.metadata) }
        return .object(definition)
    }

    /// Returns the value for users who match no rule.
    private mutating func plain(_ key: String, _ rule: any FlagRule) -> JSONValue? {
        if rule.dependsOnContext || rule.dependsOnTime {
            losses.append(
                Loss(
                    key: key,
                    reason: "It has targeting, which a value can't express. The value for an empty context is written.")
            )
        }
        switch rule.evaluate(.empty, now: Int64(Date().timeIntervalSince1970)).outcome {
        case .value(let value):
            losses += rule.metadataLostByValues.map { Loss(key: key, reason: $0) }
            return value
        case .programDefault:
            losses.append(Loss(key: key, reason: "Its value is the program's default, so it is omitted."))
        case .failed(let error):
            losses.append(Loss(key: key, reason: "It has no value, so it is omitted: \(error.message)"))
        }
        return nil
    }

    var json: JSONValue {
        [
            "flags": value,
            "losses": .array(losses.map { ["flag": .string($0.key), "reason": .string($0.reason)] }),
        ]
    }
}

extension FlagRule {
    /// The metadata that affects the flag's value and is lost if only a value is written.
    fileprivate var metadataLostByValues: [String] {
        var losses: [String] = []
        if let local = metadata["local"], local != .null {
            losses.append("Its local state (“local”: \(local.json())) has precedence over its value, and is lost.")
        }
        if case .string(let parent)? = metadata["parent"] {
            losses.append("It is off while its parent “\(parent)” is, which a value can't express.")
        }
        if case .string(let group)? = metadata["exclusionGroup"] {
            losses.append("At most one flag of the exclusion group “\(group)” is on, which a value can't express.")
        }
        if case .object(let states)? = metadata["environments"], !states.isEmpty {
            losses.append("Its state depends on “environments”, which a value can't express.")
        }
        if metadata["secure"] == true {
            losses.append("Its text is encrypted, which a value can't express.")
        }
        return losses
    }
}
