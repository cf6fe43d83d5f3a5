import CBenchmarkSupport

/// Calls that the compiler can't put in place.
extension Limits {
    /// Which of two types is called isn't known before it runs.
    static let witnessCall = Subject("existential witness call") { count in
        let callee = callees[count & 1]
        for _ in 0..<count { bench_keep(callee.number()) }
    }

    /// From one function on no actor to another.
    ///
    /// Neither gives up its thread, but each has to look whether it is on one that will do. What is
    /// `nonisolated(nonsending)`, as ``directCall`` is, has nothing to look for.
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
