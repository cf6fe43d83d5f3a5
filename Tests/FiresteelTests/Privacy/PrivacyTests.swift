import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Logging
import TestSupport
import Testing

@Suite("Privacy")
struct PrivacyTests {
    @Test("Secret, undescribed and hidden data never reaches the disk")
    func secrets() async throws {
        let folder = try TemporaryFolder()
        let test = try TestRuntime(SignIn.self) {
            $0.storage = .folder(folder.path)
            $0.toggles = FileToggleStore(URL(fileURLWithPath: folder.path + "/toggles.json"))
        }
        await test.runtime.use {
            await SignIn.Account.enter.perform(Credentials(name: "ada", password: Secret("hunter2-planted")))
            await SignIn.Account.undescribed.perform(Plain(text: "undescribed-planted"))
            await SignIn.Account.unrecorded.perform(Credentials(name: "unrecorded-planted", password: Secret("x")))
            await SignIn.Account.hidden.perform(Credentials(name: "hidden-planted", password: Secret("x")))
            await SignIn.Account.failing.perform(Credentials(name: "bob", password: Secret("failing-planted")))
        }
        // Read during the run and after its end: nothing may be there at any time.
        for _ in 0..<2 {
            let bytes = try folder.contents()
            #expect(bytes.contains(text: "ada"))
            #expect(bytes.contains(text: "bob"))
            #expect(bytes.contains(text: "PasswordRefused"))
            for secret in ["hunter2", "undescribed-", "unrecorded-", "hidden-", "failing-planted", "Hidden"] {
                #expect(!bytes.contains(text: secret), "\(secret) is on the disk")
            }
            test.runtime.end()
        }
        let fields = try #require(test.performs.first?.fields)
        #expect(fields.map(\.label) == ["Name", "Password"])
        #expect(fields.last?.value == .hidden)
    }

    @Test("A secret doesn't show itself in text, in dumps or in log lines")
    func secretText() {
        let secret = Secret("planted")
        var dumped = ""
        dump(secret, to: &dumped)
        dump(Credentials(name: "ada", password: secret), to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), String(describing: [secret]), dumped] {
            #expect(!text.contains("planted"))
        }
        #expect(secret.reveal() == "planted")
    }

    @Test("Erasing removes earlier runs and this run's events, and recording continues")
    func erasing() async throws {
        let folder = try TemporaryFolder()
        let first = try TestRuntime(SignIn.self) { $0.storage = .folder(folder.path) }
        await first.runtime.use { await perform("earlier-person") }
        first.runtime.end()
        let second = try TestRuntime(SignIn.self) { $0.storage = .folder(folder.path) }
        let session = second.runtime.session("session-of-person")
        await second.runtime.use { await perform("current-person", in: session) }
        #expect(try folder.contents().contains(text: "earlier-person"))

        try second.runtime.eraseTimeline()
        let bytes = try folder.contents()
        for trace in ["earlier-person", "current-person", "session-of-person"] {
            #expect(!bytes.contains(text: trace), "\(trace) is still there")
        }
        #expect(second.performs.isEmpty)
        await second.runtime.use { await perform("next-person") }
        #expect(second.performs.map(\.input) == ["next-person"])
    }

    private func perform(_ name: String, in session: ActionSession? = nil) async {
        await SignIn.Account.enter.perform(
            Credentials(name: name, password: Secret("x")), options: PerformOptions(session: session))
    }
}

extension TemporaryFolder {
    /// Everything that is in it, one file after the other.
    fileprivate func contents() throws -> Data {
        let names = try FileManager.default.subpathsOfDirectory(atPath: path)
        return try names.reduce(into: Data()) { $0 += try Data(contentsOf: URL(fileURLWithPath: path + "/" + $1)) }
    }
}

extension Data {
    fileprivate func contains(text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}

private struct Credentials: TimelineDescribable {
    let name: String
    let password: Secret<String>

    func describe(to summary: inout InputSummary) {
        summary.add("Name", name)
        summary.add("Password", password)
    }
}

private struct Plain { let text: String }

private enum PasswordError: Error { case PasswordRefused(String) }

private enum SignIn: FeatureGroup {
    static let subfeatures = features(Account.self)

    enum Account: Feature {
        static let enter = action(Enter.self)
        static let undescribed = action(Undescribed.self)
        static let unrecorded = action(Unrecorded.self)
        static let hidden = action(Hidden.self)
        static let failing = action(Failing.self)
        static let actions = declare(enter, undescribed, unrecorded, hidden, failing)
    }

    enum Enter: Action {
        static func perform(_ context: ActionContext<Credentials>, presenter: NoPresenter) async throws -> ActionOutcome
        {
            context.logger.warning("\(context.input.name) signs in with \(context.input.password)")
            return .success
        }
    }
    enum Undescribed: Action {
        static func perform(_ context: ActionContext<Plain>, presenter: NoPresenter) async throws -> ActionOutcome {
            .success
        }
    }
    enum Unrecorded: Action {
        static let timelineRecording = TimelineRecording.withoutInput
        static func perform(_ context: ActionContext<Credentials>, presenter: NoPresenter) async throws -> ActionOutcome
        {
            .success
        }
    }
    enum Hidden: Action {
        static let timelineRecording = TimelineRecording.hidden
        static func perform(_ context: ActionContext<Credentials>, presenter: NoPresenter) async throws -> ActionOutcome
        {
            .success
        }
    }
    enum Failing: Action {
        static func perform(_ context: ActionContext<Credentials>, presenter: NoPresenter) async throws -> ActionOutcome
        {
            throw PasswordError.PasswordRefused(context.input.password.reveal())
        }
    }
}
