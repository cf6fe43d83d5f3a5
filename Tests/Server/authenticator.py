"""The codes of an authenticator app (RFC 6238), for tests."""

import base64
import hashlib
import hmac
import struct
import time

STEP = 30


def code(secret, step):
    """Returns the code of a step for a secret in Base32."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", step), hashlib.sha1).digest()
    offset = digest[-1] & 15
    number = struct.unpack(">I", digest[offset : offset + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


class Authenticator:
    """An app with a secret. Each code is another one, so that none is used twice by accident."""

    def __init__(self, secret):
        self.secret = secret
        self.last = 0

    def next(self):
        """Returns a code that is accepted now and wasn't returned before; waits for it after three in half a minute."""
        while True:
            now = int(time.time()) // STEP
            step = max(now - 1, self.last + 1)
            if step <= now + 1:
                self.last = step
                return code(self.secret, step)
            time.sleep(0.5)
