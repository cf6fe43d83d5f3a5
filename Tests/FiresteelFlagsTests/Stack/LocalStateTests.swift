import FiresteelFlags
import Testing

@Suite("Off locally is off everywhere, undefined remotely is on")
struct LocalStateTests {
    enum Remote: String, CaseIterable { case on, off, unknown }
    enum Local: String, CaseIterable { case on, off, none }

    @Test("Local state, provider and override decide together", arguments: Local.allCases, Remote.allCases)
    func matrix(local: Local, remote: Remote) throws {
        for defined in [false, true] {
            let provider = MemoryProvider("Remote")
            let other = MemoryProvider("Other")
            let overrides = MemoryProvider("Overrides")
            let state: LocalState = local == .on ? .on : local == .off ? .off : .followsProviders
            let flag = Flag("f", default: false, local: defined ? .followsProviders : state)
            if remote != .unknown {
                let metadata: [String: FlagValue] =
                    defined && local != .none ? ["local": .string(local.rawValue)] : [:]
                provider.setRule(ConstantRule(.bool(remote == .on), metadata: metadata), for: "f")
            } else if defined {
                // The definition says nothing of a value but what holds locally.
                provider.setRule(
                    ConstantRule(
                        .failed(.general, "no value"),
                        metadata: local == .none ? [:] : ["local": .string(local.rawValue)]), for: "f")
            }
            let stack = FlagStack([other, provider], overrides: overrides)
            try stack.declare([flag.declaration])
            let expected = local == .off ? false : remote == .unknown ? local == .on : remote == .on
            #expect(stack[flag] == expected)
            if local == .off { #expect(stack.resolution(of: flag).reason == .offLocally) }
            if local == .on, remote == .unknown { #expect(stack.resolution(of: flag).reason == .onLocally) }
            // By hand on this device wins over everything.
            try stack.setOverride(true, for: "f")
            #expect(stack[flag])
            try stack.setOverride(false, for: "f")
            #expect(!stack[flag])
        }
    }

    @Test("The stack's environment decides", arguments: [FlagEnvironment.development, .staging, .production])
    func environments(environment: FlagEnvironment) {
        let stack = FlagStack(environment: environment)
        let flag = Flag("f", default: false, local: .on(in: [.development, .staging]))
        #expect(stack[flag] == (environment != .production))
        #expect(stack.resolution(of: flag).reason == (environment == .production ? .offLocally : .onLocally))
    }

    @Test("Off locally, by definition, leaves a flag that is no Bool at its default")
    func noBool() {
        let provider = MemoryProvider()
        provider.setRule(ConstantRule(5, metadata: ["local": "off"]), for: "n")
        let stack = FlagStack([provider])
        #expect(stack[Flag("n", default: 1)] == 1)
    }
}
