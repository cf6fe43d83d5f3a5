import FiresteelOTLP
import Testing

@Suite("Identifiers of traces and spans")
struct IdentifierTests {
    @Test("They depend on the run and the perform alone")
    func deterministic() {
        let run = "20260101T000000.000Z-7-00ff"
        #expect(OTLPTraceID(run: run, root: 1) == OTLPTraceID(run: run, root: 1))
        #expect(OTLPTraceID(run: run, root: 1) != OTLPTraceID(run: run, root: 2))
        #expect(OTLPTraceID(run: run, root: 1) != OTLPTraceID(run: "20260101T000000.000Z-7-00fe", root: 1))
        // Stored traces are found again by them: they are the same for ever.
        #expect(OTLPTraceID(run: run, root: 1).hexadecimal == "1db59517d40bb586aa7824a4d3d1e135")
        #expect(OTLPSpanID(run: run, perform: 1).hexadecimal == "08cbd70330266d1b")
    }

    @Test("No two performs of a run share a span or, as first causes, a trace")
    func distinct() {
        let run = "20260101T000000.000Z-7-00ff"
        let performs = (1...20_000).map { UInt64($0) } + (0..<64).map { UInt64(1) << $0 } + [.max]
        #expect(Set(performs.map { OTLPSpanID(run: run, perform: $0) }).count == Set(performs).count)
        #expect(Set(performs.map { OTLPTraceID(run: run, root: $0) }).count == Set(performs).count)
    }

    @Test("They have the lengths that OTLP requires, and the last bytes vary as samplers need it")
    func shape() {
        let traces = (1...4_096).map { OTLPTraceID(run: "a", root: $0) }
        #expect(traces.allSatisfy { $0.bytes.count == 16 && $0.hexadecimal.count == 32 })
        #expect(OTLPSpanID(run: "a", perform: 1).bytes.count == 8)
        for place in 9..<16 {
            // All 256 values come in 4,096 draws but for a few, unless a byte hardly varies.
            #expect(Set(traces.map { $0.bytes[place] }).count > 240)
        }
    }
}
