import Firesteel
import FiresteelFlags

/// Changes flags and reads them.
///
/// It says `V <value>` when a change of the flag `number` has returned, `E <value>` when an action has read it, and
/// `A <state>` when a change of the flag that decides about a feature has returned.
struct FlagLoop {
    static let number = Flag("number", default: 0)

    let server: MemoryProvider
    let flags: FlagStack

    /// Stops after so many rounds, if it isn't stopped before.
    func run(_ rounds: Int) async throws {
        // Changes of undeclared flags aren't reported.
        try flags.declare([Self.number.declaration])
        for round in 1...max(rounds, 1) {
            server.set(.int(round), for: Self.number.key)
            acknowledge("V \(round)\n")
            if round.isMultiple(of: 3) {
                let isOn = !round.isMultiple(of: 2)
                server.set(.bool(isOn), for: "CrashApp/Flip")
                acknowledge("A \(isOn ? "available" : "unavailable")\n")
            }
            await Work.read.perform()
        }
    }
}

/// The feature that a flag decides about.
enum Flip: ConditionalFeature {
    static var constraints: Constraints { Flagged(default: false) }
}

enum ReadNumber: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        acknowledge("E \(FlagLoop.number.value)\n")
        return .success
    }
}
