import FiresteelFlags
import FlagAccessors
import Testing

/// Faults that other generators were seen to have.
@Suite("What goes wrong with other generators goes right here")
struct PeerFaultTests {
    @Test("The generators' fault: two features each with “enabled” are two different properties")
    func twoEnabled() throws {
        let memory = MemoryProvider("Memory", ["checkout.enabled": true, "search.enabled": false])
        let tweaks = try FlagStack([memory]).register(TweaksFlags.self)
        #expect(tweaks.checkout.enabled.key == "checkout.enabled")
        #expect(tweaks.search.enabled.key == "search.enabled")
        #expect(tweaks.checkout.enabled.value)
        #expect(!tweaks.search.enabled.value)
    }

    @Test("The generators' fault: the key “retry-count” becomes Swift that compiles, and stays the flag's key")
    func retryCount() throws {
        // The plug-in wrote the property: that this file compiles is half of the test.
        let memory = MemoryProvider("Memory", ["checkout.retry-count": 5])
        let tweaks = try FlagStack([memory]).register(TweaksFlags.self)
        #expect(tweaks.checkout.retryCount.key == "checkout.retry-count")
        #expect(tweaks.checkout.retryCount.value == 5)
        let source = try accessors(toggles("retry-count")).source
        #expect(source.contains("    let retryCount = Flag<Bool>(\n        \"retry-count\","))
    }
}
