/// Selects a port to listen on: the requested one, or the first free one.
struct PortChoice {
    /// The number of ports to try.
    static let attempts: UInt16 = 20

    /// The requested port, if any.
    ///
    /// No other port is tried then.
    let asked: UInt16?
    let first: UInt16
    /// A port to skip.
    var avoiding: UInt16?

    /// Starts a server on a port.
    ///
    /// - Returns: The result of `start`, and a remark if the port isn't the default one.
    /// - Throws: ``CommandError`` if no port is free, and the errors of `start`.
    func start<Result>(_ start: (UInt16) async throws -> Result) async throws -> (result: Result, remark: String?) {
        if let asked {
            do {
                return (try await start(asked), nil)
            } catch ServerError.portTaken {
                throw CommandError(
                    "Port \(asked) is in use. Specify another port, or none for the next free one."
                )
            } catch ServerError.portNotPermitted {
                throw CommandError("The system doesn’t allow port \(asked). Specify a port from 1024 to 65535.")
            }
        }
        for port in first..<(first + Self.attempts) where port != avoiding {
            do {
                return (try await start(port), port == first ? nil : "Port \(first) is in use. Using \(port).")
            } catch ServerError.portTaken {
                continue
            }
        }
        throw CommandError("All ports from \(first) to \(first + Self.attempts - 1) are in use. Specify a free one.")
    }
}
