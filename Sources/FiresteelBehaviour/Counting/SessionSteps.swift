/// The last actions that a user started in a session, in the order of their begins.
struct SessionSteps {
    /// The principal of the session, inside an optional that is `nil` if its opening was overwritten.
    var person: String??
    private(set) var steps: [UInt16] = []

    mutating func append(_ action: UInt16) {
        if steps.count >= BehaviourLimits.steps { steps.removeFirst(BehaviourLimits.steps / 2) }
        steps.append(action)
    }

    /// Returns the number of the wanted actions that were performed one after another, others between them included.
    func reached(_ wanted: [UInt16]) -> Int {
        var reached = 0
        for step in steps where reached < wanted.count && step == wanted[reached] { reached += 1 }
        return reached
    }
}
