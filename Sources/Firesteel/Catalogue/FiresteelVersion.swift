/// Which version of this library a program was built with.
public enum FiresteelVersion {
    /// The version, by the rules of semantic versioning.
    public static let current = "0.1.0"
}
