"""The wall clock of processes, which tests set; `wall_clock.c` is the library that reads it."""

import time


class Clock:
    """The wall clock of processes, as seconds that differ from the machine's. Waits aren't affected."""

    def __init__(self, folder, library):
        self.file = folder / "clock"
        self.set(0)
        self.prefix = ["env", f"LD_PRELOAD={library}", f"WALL_CLOCK_FILE={self.file}"]

    def set(self, offset):
        self.offset = offset
        self.write(f"{offset:+d}")

    def stop(self, seconds):
        """Stops the clock at a time in seconds since 1970."""
        self.write(f"={seconds}")

    def write(self, text):
        new = self.file.with_suffix(".new")
        new.write_text(text)
        new.rename(self.file)

    def now(self):
        """The time of the processes, in milliseconds since 1970."""
        return int((time.time() + self.offset) * 1_000)
