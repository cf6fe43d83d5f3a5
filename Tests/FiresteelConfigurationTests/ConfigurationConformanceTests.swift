import Configuration
import Dispatch
import FiresteelConfiguration
import FiresteelFlags
import FiresteelTesting
import Foundation
import Testing

@Suite("swift-configuration's readers make providers as stacks expect them", .timeLimit(.minutes(5)))
struct ConfigurationConformanceTests {
    private let types: [String: FlagType] = ["editor.autosave": .bool, "editor.width": .int]
    private let values: [String: JSONValue] = ["editor.autosave": true, "editor.width": 72]

    @Test("The environment")
    func environment() throws {
        let variables = ["EDITOR_AUTOSAVE": "true", "EDITOR_WIDTH": "72"]
        let provider = ConfigurationProvider(
            EnvironmentVariablesProvider(environmentVariables: variables), types: types)
        #expect(try checkProvider(provider, knows: values) == [])
    }

    @Test("A JSON file")
    func json() async throws {
        let configuration = try await JSONFile.configuration(#"{"editor": {"autosave": true, "width": 72}}"#)
        #expect(try checkProvider(ConfigurationProvider(configuration, types: types), knows: values) == [])
    }

    @Test("The command line")
    func commandLine() throws {
        let provider = ConfigurationProvider(
            CommandLineArgumentsProvider(arguments: ["program", "--editor-autosave", "--editor-width", "72"]),
            types: types)
        #expect(try checkProvider(provider, knows: values) == [])
    }

    @Test("Changes while the program runs")
    func changing() async throws {
        let width = AbsoluteConfigKey(["editor", "width"])
        let configuration = MutableInMemoryProvider(
            initialValues: [AbsoluteConfigKey(["editor", "autosave"]): true, width: 72])
        let provider = ConfigurationProvider(configuration, types: types)
        let values = values
        // On a thread that may block until the change was delivered.
        let faults = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try checkProvider(provider, knows: values) {
                            let notified = DispatchSemaphore(value: 0)
                            // Notified after the check itself, which has subscribed before.
                            let subscription = provider.subscribe { _ in
                                let outcome = provider.rule(for: "editor.width")?.evaluate(.empty, now: 0).outcome
                                if outcome == .value(100) { notified.signal() }
                            }
                            configuration.setValue(100, forKey: width)
                            notified.wait()
                            subscription.cancel()
                        }
                    })
            }
        }
        #expect(faults == [])
    }
}
