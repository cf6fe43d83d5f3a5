/// What went wrong, as a person is told.
package struct Problem: Hashable, Sendable {
    /// For the program: what the page looks at to offer more than words.
    ///
    /// See ``DocumentError/code``.
    package let code: String
    /// What was wrong: one sentence.
    package let message: String
    /// What can be done about it: one sentence.
    package let remedy: String

    package init(code: String, message: String, remedy: String) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    package init(_ error: DocumentError) {
        self.init(code: error.code, message: error.problem, remedy: error.remedy)
    }
}

/// What can tell a person that something went wrong.
package protocol ProblemPresenter {
    func show(_ problem: Problem)
}
