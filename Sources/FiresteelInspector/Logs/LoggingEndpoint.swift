import Firesteel
import FiresteelHTTPServer
import HTTPTypes
import Logging

/// Levels and focus, read and changed.
struct LoggingEndpoint: Sendable {
    let runtime: FeatureRuntime

    var routes: [Route] {
        [
            Route(.get, "logging") { _ in .json(PageData.Logging(runtime.logging)) },
            Route(.post, "logging/level") { call in
                try setLevel(call.body(PageData.LevelChange.self))
                return .json(PageData.Logging(runtime.logging))
            },
            Route(.post, "logging/focus") { call in
                let paths = try call.body(PageData.FocusChange.self).paths.map(FeaturePath.init)
                for path in paths { try requireFeature(path) }
                runtime.logging.focus = Set(paths)
                return .json(PageData.Logging(runtime.logging))
            },
        ]
    }

    private func setLevel(_ change: PageData.LevelChange) throws {
        let level = try change.level.map { word in
            guard let level = Logger.Level(rawValue: word) else {
                throw HTTPProblem.badRequest(
                    "level must be one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            return level
        }
        if let path = change.path.map(FeaturePath.init) {
            try requireFeature(path)
            runtime.logging.setLevel(level, for: path)
        } else if let level {
            runtime.logging.level = level
        } else {
            throw HTTPProblem.badRequest("The default level can't be removed. Specify a level.")
        }
    }

    private func requireFeature(_ path: FeaturePath) throws {
        guard runtime.describe(path) != nil else { throw HTTPProblem.notFound("There is no feature \(path).") }
    }
}

extension PageData.Logging {
    init(_ control: LogControl) {
        self.init(
            level: control.level.rawValue,
            levels: Dictionary(uniqueKeysWithValues: control.levels.map { ($0.key.text, $0.value.rawValue) }),
            focus: control.focus.map(\.text).sorted())
    }
}
