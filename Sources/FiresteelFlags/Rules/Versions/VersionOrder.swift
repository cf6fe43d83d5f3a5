/// The order of versions by Semantic Versioning 2.0.0, as rules compare them.
public enum VersionOrder {
    /// Returns a negative number if the first version precedes the second, 0 if they have equal precedence, otherwise a
    /// positive number; `nil` if one of them isn't a semantic version.
    ///
    /// A leading `v`, and `1` or `1.2` for `1.2.0`, are allowed.
    public static func compare(_ first: String, _ second: String) -> Int? {
        var (first, second) = (first, second)
        return first.withUTF8 { one in
            second.withUTF8 { other in
                guard let left = SemanticVersion(one), let right = SemanticVersion(other) else { return nil }
                return SemanticVersion.compare(left, one, right, other)
            }
        }
    }
}
