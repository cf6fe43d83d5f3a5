internal import CFiresteelTimeline
internal import FiresteelBase

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The file of a run that is being recorded: created, locked, of full size and mapped.
struct RunFile {
    let identifier: RunIdentifier
    let path: String
    let descriptor: Int32
    let memory: JournalMemory

    /// Creates the file of a new run in a folder, and the folder if necessary.
    static func create(
        in folder: String, started: Int64, layout: JournalLayout, maximumCells: Int
    ) throws(TimelineStorageError) -> RunFile {
        if let code = FolderMaking.make(folder) { throw .cannotMakeFolder(path: folder, code: code) }
        let (identifier, path, descriptor) = try makeFile(in: folder, started: started)
        // Locked while it is empty, so that no other process considers the run ended.
        let lock = fst_lock(descriptor, true)
        if lock == EWOULDBLOCK {
            discard(descriptor, path)
            throw .cannotMakeFile(path: path, code: lock)
        }
        let code = fst_allocate(descriptor, layout.size)
        guard code == 0 else {
            discard(descriptor, path)
            let isFull = code == ENOSPC || code == EDQUOT || code == EFBIG
            throw isFull ? .diskFull(path: path, bytes: layout.size) : .cannotMakeFile(path: path, code: code)
        }
        var mapError: Int32 = 0
        guard let base = fst_map_file(descriptor, layout.size, &mapError) else {
            discard(descriptor, path)
            throw .cannotMap(path: path, code: mapError)
        }
        return RunFile(
            identifier: identifier, path: path, descriptor: descriptor,
            memory: JournalMemory(taking: base, layout: layout, maximumCells: maximumCells))
    }

    private static func makeFile(
        in folder: String, started: Int64
    ) throws(TimelineStorageError) -> (RunIdentifier, String, Int32) {
        // Two runs of one process at one millisecond draw another number.
        for _ in 0..<64 {
            let identifier = RunIdentifier(started: started, process: Host.process, number: .random(in: 0...UInt16.max))
            let path = folder + "/" + identifier.fileName
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            if descriptor >= 0 { return (identifier, path, descriptor) }
            let code = errno
            if code == ENOSPC || code == EDQUOT { throw .diskFull(path: path, bytes: 0) }
            guard code == EEXIST else { throw .cannotMakeFile(path: path, code: code) }
        }
        throw .cannotMakeFile(path: folder, code: EEXIST)
    }

    private static func discard(_ descriptor: Int32, _ path: String) {
        unlink(path)
        close(descriptor)
    }
}
