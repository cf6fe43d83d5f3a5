"""Answers that wait until a test lets them through."""

import re

SOON = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))"


class Held:
    """Calls to an address whose answers wait: each has what the program returned when it was called."""

    def __init__(self, page, pattern):
        self.page, self.answers = page, []
        page.route(re.compile(pattern), lambda route: self.answers.append((route, route.fetch())))

    def wait(self, number=1):
        """Waits until so many calls were made."""
        for _ in range(6000):
            if len(self.answers) >= number:
                return
            self.page.wait_for_timeout(10)
        raise AssertionError(f"{len(self.answers)} of {number} calls were made.")

    def release(self, index=0):
        """Lets one through, and waits until the page had time to make something of it."""
        route, answer = self.answers[index]
        route.fulfill(response=answer)
        self.page.evaluate(SOON)
