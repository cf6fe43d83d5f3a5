import Firesteel
import Foundation

/// Parses bytes as the path and query of a link, and decodes inputs from it.
///
/// Each decoding returns a value or an error with a message. A link created from a decoded input decodes to an equal
/// input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzExternalInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    guard let match = try? runtime.route("fuzz:///" + text) else { return 0 }
    _ = read([Int?].self, match)
    _ = read([String: [Int8]].self, match)
    _ = read([String: [String: String]].self, match)
    _ = read(Chain.self, match)
    _ = read(Date.self, match)
    guard let input = read(Input.self, match) else { return 0 }
    for base in [LinkBase.app("fuzz"), .universal("example.com")] {
        guard let link = try? runtime.link(to: Fuzzed.open, for: input, in: base) else { continue }
        guard let back = try? runtime.route(link), let again = read(Input.self, back) else {
            preconditionFailure("\(link) can't be read")
        }
        precondition(again == input, "\(link) is read as another input")
    }
    return 0
}

private func read<Value: Decodable>(_ type: Value.Type, _ match: RouteMatch) -> Value? {
    do {
        return try match.input.decode(type)
    } catch {
        precondition(!ExternalInputError(error).description.isEmpty)
        return nil
    }
}

private let runtime: FeatureRuntime = {
    var configuration = RuntimeConfiguration()
    configuration.storage = .none
    do {
        return try FeatureRuntime(App.self, configuration)
    } catch {
        preconditionFailure("\(error)")
    }
}()

private enum App: FeatureGroup {
    static let subfeatures = features(Fuzzed.self)
}

private enum Fuzzed: Feature {
    static let open = action(OpenInput.self)
    static let actions = declare(open)

    static var routes: FeatureRoutes {
        Route("$(title)", to: open)
        Route("$(count)/v$(ratio).x/**(tags)", to: open)
    }
}

private enum OpenInput: Action {
    static func perform(_ context: ActionContext<Input>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

private final class Chain: Codable {
    let next: Chain?
    let end: Int?
}

private struct Input: Codable, Equatable {
    enum Kind: String, Codable { case note, list }
    enum Shape: Codable, Equatable {
        case circle(radius: Double)
        case path([Int])
        case none
    }

    struct Place: Codable, Equatable {
        var line: UInt8?
        var columns: [Int16]
    }

    var title: String?
    var count: Int?
    var ratio: Double?
    var small: Float?
    var isDraft: Bool?
    var kind: Kind?
    var shape: Shape?
    var at: Date?
    var page: URL?
    var identifier: UUID?
    var tags: [String]
    var dates: [Date]?
    var place: Place?
    var extra: [String: String]?
    var price: Decimal?
    var data: Data?
    var wide: UInt128?
}
