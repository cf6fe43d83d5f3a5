/// One step of an explanation.
public struct ExplanationStep: Sendable, Hashable {
    /// The evaluated condition or value: "plan is “premium”".
    public var text: String
    /// The result, such as "true" or "bucket 4,711 of 10,000"; empty if there is none.
    public var result: String
    /// The location in the definition, as a JSON path such as `$.flags['x'].targeting.if[0]`, or `nil`.
    public var path: String?
    /// The level below the first steps, from 0.
    public var depth: Int

    /// Creates a step.
    public init(_ text: String, result: String = "", path: String? = nil, depth: Int = 0) {
        self.text = text
        self.result = result
        self.path = path
        self.depth = depth
    }
}
