import CBenchmarkSupport
import Foundation

/// The costs of files: a line appended by a system call, and a slot copied to a mapping.
@MainActor
final class LimitFile {
    private let descriptor: Int32
    private let mapping: UnsafeMutableRawPointer
    private let size = 8 << 20
    private let line = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 64)

    init(in folder: TemporaryFolder) throws {
        descriptor = open(folder.path + "/written", O_CREAT | O_RDWR | O_TRUNC | O_APPEND, 0o600)
        let mapped = open(folder.path + "/mapped", O_CREAT | O_RDWR | O_TRUNC, 0o600)
        guard descriptor >= 0, mapped >= 0, ftruncate(mapped, off_t(size)) == 0,
            let mapping = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, mapped, 0), mapping != MAP_FAILED
        else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        close(mapped)
        memset(mapping, 1, size)
        memset(line, 65, 128)
        self.mapping = mapping
    }

    isolated deinit {
        munmap(mapping, size)
        close(descriptor)
        line.deallocate()
    }

    var write: Subject {
        Subject("write(2) of 100 bytes") { [self] count in
            ftruncate(descriptor, 0)
            for _ in 0..<count { bench_keep(UInt64(clamping: Foundation.write(descriptor, line, 100))) }
        }
    }

    var copyToMapping: Subject {
        Subject("128 bytes into a mapped file") { [self] count in
            var offset = 0
            for _ in 0..<count {
                memcpy(mapping + offset, line, 128)
                bench_keep(UInt64(offset))
                offset = (offset + 128) & (size - 1)
            }
        }
    }
}
