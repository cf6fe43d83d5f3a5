import FiresteelFlags
import FlagTesting
import Testing

@Suite("Definitions that the program has are a provider")
struct RuleSetProviderTests {
    private func definitions(_ variant: String) throws -> FlagDefinitions {
        try RuleTesting.definitions(
            #"{"flags": {"x": {"state": "ENABLED", "variants": {"a": 1, "b": 2}, "defaultVariant": "\#(variant)"}}}"#)
    }

    @Test("Its flags have values, and change with other rules")
    func replacing() throws {
        let provider = RuleSetProvider("Bundled", try definitions("a"))
        let stack = FlagStack([provider])
        let flag = Flag("x", default: 0)
        #expect(stack[flag] == 1)
        #expect(provider.keys == ["x"] && provider.status == FlagProviderStatus(.ready))
        provider.replace(with: try definitions("b"))
        #expect(stack[flag] == 2)
        provider.replace(with: try RuleTesting.definitions(#"{"flags": {"y": {"state": "ENABLED"}}}"#))
        #expect(stack[flag] == 0)
        #expect(provider.status.error?.message.contains("$.flags['y']") == true)
    }
}
