/// The version of this library.
public enum FiresteelVersion {
    /// The version, by the rules of semantic versioning.
    public static let current = "0.1.0"
}
