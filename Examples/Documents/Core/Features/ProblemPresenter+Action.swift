import Firesteel

extension ProblemPresenter {
    /// Performs the work of an action and shows an error of a document before it becomes the action's failure.
    func presenting(_ work: () async throws -> ActionOutcome) async throws -> ActionOutcome {
        do {
            return try await work()
        } catch let error as DocumentError {
            show(Problem(error))
            throw error
        }
    }
}
