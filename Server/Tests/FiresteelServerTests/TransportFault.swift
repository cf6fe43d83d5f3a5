/// Something that goes wrong between a program and the server.
enum TransportFault: String, Sendable, CaseIterable, CustomStringConvertible {
    case dropped = "all connections are closed, and none is accepted"
    case slow = "it never answers"
    case truncated = "it breaks off"
    case malformed = "it answers with half a JSON"
    case wrongTypes = "it answers with other types"
    case page = "it answers with a page"
    case failing = "it answers with status 500"
    case rejecting = "it answers with status 401"
    case unchanged = "it says that nothing changed, without a body"
    case unchangedFromNothing = "it says that nothing changed, unasked"
    case tooMany = "it wants to be asked later"
    case redirecting = "it redirects to itself"
    case huge = "its body is huge"

    var description: String { rawValue }

    /// A part of the status' error; `nil` if the program can't notice it.
    var words: String? {
        switch self {
        case .dropped, .truncated: "Can't reach"
        case .slow: "didn't respond in time"
        case .malformed: "isn't JSON"
        case .wrongTypes: "“flags”"
        case .page: "responded with a page"
        case .failing: "status 500"
        case .rejecting: "status 401"
        case .unchanged: nil
        case .unchangedFromNothing: "status 304"
        case .tooMany: "status 429"
        case .redirecting: "more than 5 times"
        case .huge: "larger than"
        }
    }
}
