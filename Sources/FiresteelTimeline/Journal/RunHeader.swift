internal import CFiresteelTimeline

/// The facts of a run that don't change: which program it was, where and when it started.
public struct RunHeader: Sendable, Hashable {
    /// The run's identifier: the name of its file without the extension.
    public let identifier: String
    /// The program that was recorded.
    public let program: ProgramDescription
    /// The system and the processor, such as `Linux 6.1.0, x86_64`.
    public let host: String
    /// The process's number.
    public let process: Int32
    /// The start of the process in a unit of the system, which identifies a process together with its number.
    ///
    /// 0 if unknown.
    public let processStart: UInt64
    /// The start of the machine during which the run took place: sixteen bytes, zero if not known.
    public let boot: [UInt8]
    /// The monotonic clock when the run started, in nanoseconds.
    public let startMonotonic: UInt64
    /// The wall clock at the same moment, in nanoseconds since 1970.
    public let startWall: UInt64

    /// Returns the microseconds since 1970 at a reading of the run's monotonic clock.
    ///
    /// The value is based on the wall clock at the start of the run, so setting the clock later moves no event.
    public func microseconds(of time: UInt64) -> Int64 {
        let start = Int64(clamping: startWall / 1_000)
        if time >= startMonotonic {
            let (sum, overflow) = start.addingReportingOverflow(Int64(clamping: (time - startMonotonic) / 1_000))
            return overflow ? .max : sum
        }
        return start - Int64(clamping: (startMonotonic - time) / 1_000)
    }

    /// The start of the run, in microseconds since 1970.
    public var started: Int64 { Int64(clamping: startWall / 1_000) }
}

// MARK: - Writing

extension RunHeader {
    /// Writes the header of a new run into its memory, which is all zeros.
    func write(to memory: JournalMemory) {
        let base = memory.base
        let layout = memory.layout
        func store<Value: FixedWidthInteger>(_ value: Value, at offset: Int) {
            base.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Value.self)
        }
        store(JournalLayout.version, at: HeaderField.version)
        store(UInt32(JournalLayout.headerSize), at: HeaderField.headerSize)
        store(UInt64(layout.size), at: HeaderField.size)
        store(UInt64(layout.namesOffset), at: HeaderField.namesOffset)
        store(UInt64(layout.namesSize), at: HeaderField.namesSize)
        store(UInt64(layout.flightsOffset), at: HeaderField.flightsOffset)
        store(UInt32(layout.flightCount), at: HeaderField.flightCount)
        store(UInt32(JournalLayout.slotSize), at: HeaderField.slotSize)
        store(UInt64(layout.slotsOffset), at: HeaderField.slotsOffset)
        store(UInt64(layout.slotCount), at: HeaderField.slotCount)
        store(UInt32(layout.chunkSlots), at: HeaderField.chunkSlots)
        for (index, byte) in boot.prefix(16).enumerated() { store(byte, at: HeaderField.boot + index) }
        store(UInt32(bitPattern: process), at: HeaderField.process)
        store(startMonotonic, at: HeaderField.startMonotonic)
        store(startWall, at: HeaderField.startWall)
        store(processStart, at: HeaderField.processStart)
        write(program.name, at: HeaderField.programName, to: base)
        write(program.version, at: HeaderField.programVersion, to: base)
        write(program.build, at: HeaderField.programBuild, to: base)
        write(host, at: HeaderField.host, to: base)
        write(identifier, at: HeaderField.runIdentifier, to: base)
        store(JournalLayout.magic, at: HeaderField.magic)
        // Written last: a file with a wrong checksum is a run that never began.
        store(fst_crc32c(base, HeaderField.checksum), at: HeaderField.checksum)
        fst_store(memory.word(HeaderField.cellsUsed), 1)
        fst_store(memory.word(HeaderField.next), 1)
    }

    private func write(_ text: String, at offset: Int, to base: UnsafeMutableRawPointer) {
        var text = text
        text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            let length = TextCut.length(of: bytes, within: HeaderField.textSize - 2)
            base.storeBytes(of: UInt16(length).littleEndian, toByteOffset: offset, as: UInt16.self)
            if length > 0, let from = bytes.baseAddress {
                (base + offset + 2).copyMemory(from: from, byteCount: length)
            }
        }
    }
}

// MARK: - Reading

extension RunHeader {
    /// Reads a header and its layout.
    /// - Parameters:
    ///   - bytes: At least the first ``JournalLayout/headerSize`` bytes.
    ///   - fileSize: The size of the file.
    static func read(_ bytes: UnsafeRawBufferPointer, fileSize: Int) throws(RunError) -> (RunHeader, JournalLayout) {
        guard bytes.count >= JournalLayout.headerSize else { throw .notARun }
        func load<Value: FixedWidthInteger>(_ offset: Int, as type: Value.Type) -> Value {
            Value(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
        }
        guard load(HeaderField.magic, as: UInt64.self) == JournalLayout.magic else { throw .notARun }
        let version = load(HeaderField.version, as: UInt32.self)
        guard version >= 1 else { throw .damaged("its format has no version") }
        guard version <= JournalLayout.version else { throw .newerFormat(version: Int(version)) }
        let checksum = fst_crc32c(bytes.baseAddress, HeaderField.checksum)
        guard load(HeaderField.checksum, as: UInt32.self) == checksum else { throw .damaged("its header was changed") }
        let offsets = [
            HeaderField.size, HeaderField.namesOffset, HeaderField.namesSize, HeaderField.flightsOffset,
            HeaderField.slotsOffset, HeaderField.slotCount,
        ].map { Int(clamping: load($0, as: UInt64.self)) }
        guard load(HeaderField.slotSize, as: UInt32.self) == JournalLayout.slotSize,
            let layout = JournalLayout(
                size: offsets[0], namesOffset: offsets[1], namesSize: offsets[2], flightsOffset: offsets[3],
                flightCount: Int(load(HeaderField.flightCount, as: UInt32.self)), slotsOffset: offsets[4],
                slotCount: offsets[5], chunkSlots: Int(load(HeaderField.chunkSlots, as: UInt32.self)))
        else { throw .damaged("its parts are inconsistent") }
        guard fileSize >= layout.size else { throw .damaged("\(layout.size - fileSize) bytes of it are missing") }

        func text(_ offset: Int) -> String {
            let length = min(Int(load(offset, as: UInt16.self)), HeaderField.textSize - 2)
            return String(decoding: bytes[(offset + 2)..<(offset + 2 + length)], as: UTF8.self)
        }
        let header = RunHeader(
            identifier: text(HeaderField.runIdentifier),
            program: ProgramDescription(
                name: text(HeaderField.programName), version: text(HeaderField.programVersion),
                build: text(HeaderField.programBuild)),
            host: text(HeaderField.host),
            process: Int32(bitPattern: load(HeaderField.process, as: UInt32.self)),
            processStart: load(HeaderField.processStart, as: UInt64.self),
            boot: Array(bytes[HeaderField.boot..<(HeaderField.boot + 16)]),
            startMonotonic: load(HeaderField.startMonotonic, as: UInt64.self),
            startWall: load(HeaderField.startWall, as: UInt64.self))
        return (header, layout)
    }
}
