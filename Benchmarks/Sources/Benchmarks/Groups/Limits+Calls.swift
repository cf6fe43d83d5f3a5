import CBenchmarkSupport

/// Calls that the compiler can't inline.
extension Limits {
    /// The called type is only known at run time.
    static let witnessCall = Subject("existential witness call") { count in
        let callee = callees[count & 1]
        for _ in 0..<count { bench_keep(callee.number()) }
    }

    /// A call between two functions that belong to no actor.
    ///
    /// Both stay on their thread, but each checks its executor. `nonisolated(nonsending)` functions, such as
    /// ``directCall``, don't.
    static let concurrentCall = Subject("call of a @concurrent function from one") { count in
        await callConcurrently(count)
    }

    @concurrent
    private nonisolated static func callConcurrently(_ count: Int) async {
        for _ in 0..<count { bench_keep(await doNothingConcurrently() ? 1 : 0) }
    }

    private static let callees: [any Callee] = [FirstCallee(), SecondCallee()]
}

private protocol Callee: Sendable {
    func number() -> UInt64
}

private struct FirstCallee: Callee {
    @inline(never)
    func number() -> UInt64 { 1 }
}

private struct SecondCallee: Callee {
    @inline(never)
    func number() -> UInt64 { 2 }
}

@concurrent
@inline(never)
private func doNothingConcurrently() async -> Bool {
    bench_keep(1)
    return true
}
