/// Gives every one of several things a name of its own.
///
/// Who has a name to himself keeps it. Of several that want the same, the first gets it and the others get it with a
/// number, from 2. So the names depend on nothing but the wishes and their order.
struct UniqueNames {
    /// The names, in the order of the wishes.
    let names: [String]

    /// - Parameters:
    ///   - wishes: The names that are wanted.
    ///   - taken: Names that nobody gets.
    init(_ wishes: [String], taken: Set<String> = []) {
        let wanted = Set(wishes)
        var given = taken
        names = wishes.map { wish in
            if given.insert(wish).inserted { return wish }
            var number = 2
            // A name that somebody else has to himself is his.
            while wanted.contains("\(wish)\(number)") || given.contains("\(wish)\(number)") { number += 1 }
            given.insert("\(wish)\(number)")
            return "\(wish)\(number)"
        }
    }
}
