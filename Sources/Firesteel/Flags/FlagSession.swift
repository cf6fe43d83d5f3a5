package import FiresteelFlags
package import FiresteelTimeline

/// An open session, as far as it concerns the values of flags.
package struct FlagSession: Sendable {
    /// The session's identifier, unique in its run.
    package let identifier: UInt32
    /// The session's name, which need not be unique.
    package let name: String
    /// The session's evaluation context, or `nil` if it uses the program's.
    package let context: EvaluationContext?
    fileprivate let exposures: SessionExposures

    init(_ record: SessionRecord) {
        identifier = record.identifier
        name = record.name
        context = record.context?.value
        exposures = record.exposures
    }

    /// Returns what the session read last, if it is known.
    package func last(_ reads: FlagReadValues) -> FlagReadValues.Read? {
        for flag in reads.flags {
            guard let word = exposures.last(of: flag), let answer = reads.answers[word] else { continue }
            return FlagReadValues.Read(answer: answer, isOfProgram: word & FlagReadValues.evaluated == 0)
        }
        return nil
    }
}

/// The values of one flag that sessions have read.
package struct FlagReadValues: Sendable {
    /// A value that a session has read.
    package struct Read: Sendable {
        /// The value with its origin.
        package let answer: FlagAnswer
        /// Whether it was the value in the program's context, which the session reads again after a change.
        package let isOfProgram: Bool
    }

    /// Set in the number of a value that was evaluated for the read, see `FlagRead.version`.
    fileprivate static let evaluated: UInt64 = 1 << 31
    fileprivate let answers: [UInt64: FlagAnswer]
    /// The upper halves of the words; a flag that is declared more than once has several.
    fileprivate let flags: Set<UInt32>

    fileprivate init(_ answers: [UInt64: FlagAnswer]) {
        self.answers = answers
        flags = Set(answers.keys.map { UInt32(truncatingIfNeeded: $0 >> 32) })
    }
}

extension FeatureRuntime {
    /// Returns the open sessions, in the order in which they were opened.
    package func flagSessions() -> [FlagSession] { dispatcher.sessions.open.map { FlagSession($0) } }

    /// Returns an open session, or `nil` if it is closed.
    package func flagSession(_ identifier: UInt32) -> FlagSession? {
        dispatcher.sessions.find(identifier).map { FlagSession($0) }
    }

    /// Returns what a session read last of each flag, as far as it is known.
    package func lastFlagReads(in session: FlagSession) -> [String: FlagReadValues.Read] {
        let values = dispatcher.exposures?.values(of: session.exposures.last) ?? [:]
        return values.mapValues { word, answer in
            FlagReadValues.Read(answer: answer, isOfProgram: word & FlagReadValues.evaluated == 0)
        }
    }

    /// Returns the values of a flag that sessions have read, as far as they are in memory.
    package func flagReadValues(of key: String) -> FlagReadValues {
        FlagReadValues(dispatcher.exposures?.values(of: key) ?? [:])
    }
}
