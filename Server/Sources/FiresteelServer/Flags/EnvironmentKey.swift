/// An environment of a program.
struct EnvironmentKey: Sendable, Hashable {
    let program: String
    let environment: String
}
