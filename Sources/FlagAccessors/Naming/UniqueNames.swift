/// Assigns unique names.
///
/// A name requested only once is never changed. Of several equal requests, the first gets the name and the others get
/// it with a number, from 2. So the names depend only on the requests and their order.
struct UniqueNames {
    /// The names, in the order of the wishes.
    let names: [String]

    /// - Parameters:
    ///   - wishes: The requested names.
    ///   - taken: Names that must not be assigned.
    init(_ wishes: [String], taken: Set<String> = []) {
        let wanted = Set(wishes)
        var given = taken
        names = wishes.map { wish in
            if given.insert(wish).inserted { return wish }
            var number = 2
            // A name requested by another item is not available.
            while wanted.contains("\(wish)\(number)") || given.contains("\(wish)\(number)") { number += 1 }
            given.insert("\(wish)\(number)")
            return "\(wish)\(number)"
        }
    }
}
