/// A number that an action declares of its input, whose sum is a metric: pages, bytes, an amount of money.
///
/// ```swift
/// enum PrintPages: Action {
///     static let amount = Amount<PrintJob>("pages") { Double($0.pages) }
/// }
/// ```
///
/// The timeline records it with the input, and not without: an action whose ``ActionDefinition/timelineRecording`` isn't full has none. Segments and experiments have its sum over the performs that succeeded.
public struct Amount<Input>: Sendable {
    /// The unit, such as `pages` or `EUR`; empty for no amount.
    public let unit: StaticString
    @usableFromInline let number: (@Sendable (Input) -> Double?)?

    @usableFromInline
    init(unit: StaticString, number: (@Sendable (Input) -> Double?)?) {
        self.unit = unit
        self.number = number
    }

    /// Declares an amount.
    ///
    /// - Parameters:
    ///   - unit: The unit in the plural, such as `pages`.
    ///   - number: Returns the number of an input, or `nil` for one without. It runs on the path of every perform: read a
    ///     member, compute nothing. Numbers below zero and those that aren't finite aren't recorded.
    public init(_ unit: StaticString, of number: @escaping @Sendable (Input) -> Double?) {
        self.init(unit: unit, number: number)
    }

    /// No amount, the default.
    @inlinable public static var none: Amount { Amount(unit: "", number: nil) }
}
