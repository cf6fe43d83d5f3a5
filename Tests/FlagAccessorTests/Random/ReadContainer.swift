/// The flags that a program finds in one type of accessors.
///
/// Also a part of that program, `Program`, which hands it to the test.
struct ReadContainer: Codable {
    struct ReadFlag: Codable {
        let key: String
        let defaultValue: String
        let description: String
    }

    /// The names of its properties, and of the types within.
    var names: [String] = []
    var flags: [ReadFlag] = []
}
