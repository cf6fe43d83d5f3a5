/// Finds a port to listen on: the one that was asked for, or else the first free one.
struct PortChoice {
    /// How many ports after the first are tried.
    static let attempts: UInt16 = 20

    /// What was asked for by hand.
    ///
    /// It is taken or nothing is.
    let asked: UInt16?
    let first: UInt16
    /// A port that is left for somebody else.
    var avoiding: UInt16?

    /// Starts something on a port.
    ///
    /// - Returns: what it came to, and a remark where the port isn't the usual one.
    /// - Throws: ``CommandError`` where no port was free, and what `start` throws.
    func start<Result>(_ start: (UInt16) async throws -> Result) async throws -> (result: Result, remark: String?) {
        if let asked {
            do {
                return (try await start(asked), nil)
            } catch ServerError.portTaken {
                throw CommandError(
                    "Port \(asked) is in use. Specify another port, or none for the next free one."
                )
            } catch ServerError.portNotPermitted {
                throw CommandError("The system doesn’t allow port \(asked). Specify one from 1024 on.")
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
