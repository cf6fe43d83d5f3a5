import FiresteelFlags
import Testing

@Suite("Off locally is off everywhere, undefined remotely is on")
struct LocalStateTests {
    enum Remote: String, CaseIterable { case on, off, unknown }
    enum Local: String, CaseIterable { case on, off, none }

    /// The flag's state in the program's environment, as in the file.
    enum Here: String, CaseIterable { case enabled = "ENABLED", disabled = "DISABLED", nothing }

    /// A file with the flag, which is enabled everywhere but where it says otherwise.
    private func file(_ remote: Remote, _ local: Local?, _ here: Here, state: String, in environment: String) throws
        -> (any FlagRule)?
    {
        var metadata: [String: JSONValue] = ["environments": ["elsewhere": state == "ENABLED" ? "DISABLED" : "ENABLED"]]
        if here != .nothing {
            metadata["environments"] = [environment: .string(here.rawValue), "elsewhere": .string(state)]
        }
        if let local, local != .none { metadata["local"] = .string(local.rawValue) }
        let flag: JSONValue = [
            "state": .string(state), "variants": ["on": true, "off": false], "defaultVariant": .string(remote.rawValue),
            "metadata": .object(metadata),
        ]
        let text = JSONValue.object(["flags": ["f": flag]]).json()
        let definitions = try FlagDefinitions(json: Array(text.utf8))
        #expect(definitions.errors.isEmpty)
        return definitions.rule(for: "f")
    }

    @Test("Local state, provider, environment and override decide together", arguments: Local.allCases, Remote.allCases)
    func matrix(local: Local, remote: Remote) throws {
        for defined in [false, true] {
            for here in Here.allCases {
                for state in ["ENABLED", "DISABLED"] {
                    try check(local, remote, here, state: state, isLocalDefined: defined)
                }
            }
        }
    }

    private func check(_ local: Local, _ remote: Remote, _ here: Here, state: String, isLocalDefined: Bool) throws {
        let environment = FlagEnvironment.staging
        let (provider, other) = (MemoryProvider("Remote"), MemoryProvider("Other"))
        let declared: LocalState = local == .on ? .on : local == .off ? .off : .followsProviders
        let flag = Flag("f", default: false, local: isLocalDefined ? .followsProviders : declared)
        let defined = isLocalDefined ? local : nil
        if remote != .unknown {
            provider.setRule(
                try file(remote, defined, here, state: state, in: environment.rawValue), for: "f")
        } else if let defined {
            // The definition says nothing of a value but what holds locally.
            let metadata: [String: JSONValue] = defined == .none ? [:] : ["local": .string(defined.rawValue)]
            provider.setRule(ConstantRule(.failed(.general, "no value"), metadata: metadata), for: "f")
        }
        let stack = FlagStack([other, provider], overrides: MemoryProvider("Overrides"), environment: environment)
        try stack.declare([flag.declaration])
        let isEnabled = (here == .nothing ? state : here.rawValue) == "ENABLED"
        // Where it is disabled, the program's default holds, which is off.
        let expected = local == .off ? false : remote == .unknown ? local == .on : isEnabled && remote == .on
        #expect(stack[flag] == expected)
        #expect(stack.value(of: flag, in: EvaluationContext(targetingKey: "a")) == expected)
        let reason = stack.resolution(of: flag).reason
        if local == .off {
            #expect(reason == .offLocally)
        } else if remote == .unknown {
            #expect(reason == (local == .on ? .onLocally : isLocalDefined ? .error : .default))
        } else {
            #expect(reason == (isEnabled ? .static : .disabled))
        }
        // By hand on this device wins over everything.
        try stack.setOverride(true, for: "f")
        #expect(stack[flag])
        try stack.setOverride(false, for: "f")
        #expect(!stack[flag])
    }

    @Test("Without its own environment, a stack is in that of the build")
    func ofThisBuild() {
        #if DEBUG
        #expect(FlagEnvironment.ofThisBuild == .development)
        #else
        #expect(FlagEnvironment.ofThisBuild == .production)
        #endif
        #expect(FlagStack().environment == .ofThisBuild)
        let flag = Flag("f", default: false, local: .on(in: [.development]))
        #expect(FlagStack()[flag] == (FlagEnvironment.ofThisBuild == .development))
    }

    @Test("The stack's environment decides", arguments: [FlagEnvironment.development, .staging, .production])
    func environments(environment: FlagEnvironment) {
        let stack = FlagStack(environment: environment)
        let flag = Flag("f", default: false, local: .on(in: [.development, .staging]))
        #expect(stack[flag] == (environment != .production))
        #expect(stack.resolution(of: flag).reason == (environment == .production ? .offLocally : .onLocally))
    }

    @Test("A definition that is off locally gives a flag other than a Bool its default")
    func noBool() {
        let provider = MemoryProvider()
        provider.setRule(ConstantRule(5, metadata: ["local": "off"]), for: "n")
        let stack = FlagStack([provider])
        #expect(stack[Flag("n", default: 1)] == 1)
    }
}
