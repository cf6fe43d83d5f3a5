/// An error message for the user.
package struct Problem: Hashable, Sendable {
    /// A code for programs, such as the page.
    ///
    /// See ``DocumentError/code``.
    package let code: String
    /// The failure and its reason, in one sentence.
    package let message: String
    /// The next step, in one sentence.
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

/// Shows error messages.
package protocol ProblemPresenter {
    func show(_ problem: Problem)
}
