"""The order in which the processes of pytest-xdist begin tests."""


def longest_first(config, items, files):
    """Has each process begin with some tests of the files that take longest, so that none is left at the end."""
    processes = int(getattr(config, "workerinput", {}).get("workercount", 1))
    longest = [item for item in items if item.path.stem in files]
    others = [item for item in items if item.path.stem not in files]
    ordered, total = [], len(items)
    for number in range(processes):
        # Each process gets as many tests as pytest-xdist gives it at first.
        first, size = longest[number::processes], (total - len(ordered)) // (processes - number)
        room = max(0, size - len(first))
        ordered += first + others[:room]
        del others[:room]
    items[:] = ordered
