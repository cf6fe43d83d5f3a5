/// An environment of a program, which owns what its programs send.
package struct InsightScope: Sendable, Hashable {
    package let program: String
    package let environment: String

    package init(program: String, environment: String) {
        self.program = program
        self.environment = environment
    }
}
