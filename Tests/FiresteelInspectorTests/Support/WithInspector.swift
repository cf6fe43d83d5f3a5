import Firesteel
import FiresteelHTTPServer
import FiresteelTesting
import Foundation

@testable import FiresteelInspector

/// A runtime of its own with a real inspector on a real port.
struct Bench {
    let test: TestRuntime
    let inspector: Inspector
    let client: RawClient

    var runtime: FeatureRuntime { test.runtime }
}

func withInspector<Result>(
    _ root: any FeatureGroup.Type = SampleApp.self,
    configure: (inout RuntimeConfiguration) -> Void = { _ in }, tune: (inout Inspector.Tuning) -> Void = { _ in },
    set: (inout InspectorConfiguration) -> Void = { _ in },
    _ body: (Bench) async throws -> Result
) async throws -> Result {
    try await withTestRuntime(root, configure) { test in
        var tuning = Inspector.Tuning()
        tuning.pace.turn = .milliseconds(10)
        // Performs run on the main actor, which all tests share: under load it may be busy for longer than a page waits.
        tuning.performPatience = .seconds(240)
        // So may be the threads on which a test reads a response.
        tuning.limits.writeTime = .seconds(300)
        tune(&tuning)
        var configuration = InspectorConfiguration()
        set(&configuration)
        let inspector = try await Inspector.start(test.runtime, configuration, tuning: tuning)
        let token = inspector.url.fragment?.split(separator: "=").last.map(String.init) ?? ""
        let bench = Bench(
            test: test, inspector: inspector, client: RawClient(port: inspector.port, token: token))
        do {
            let result = try await body(bench)
            await inspector.stop()
            return result
        } catch {
            await inspector.stop()
            throw error
        }
    }
}

extension PageData {
    /// The body of an unsuccessful response.
    struct Failure: Decodable {
        struct Problem: Decodable, Equatable {
            let code: String
            let message: String
        }

        let error: Problem
    }
}
