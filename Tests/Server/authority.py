"""Certificates of an authority of the tests, with an intermediate one, made by openssl."""

import subprocess

ROOT_EXTENSIONS = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\n"


class Authority:
    """A root, an authority between it and certificates, and their files."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.root = folder / "root.pem"
        self.new_key("root")
        self.run(
            *["req", "-x509", "-new", "-key", "root.key", "-out", "root.pem", "-days", "2", "-subj", "/CN=Test root"],
            *["-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign,cRLSign"],
        )
        self.sign("between", "root", "/CN=Test authority", ROOT_EXTENSIONS)

    def certificate(self, name, *names):
        """Returns the files of a certificate with those between it and the root, and of its key."""
        alternatives = ",".join(f"IP:{host}" if host[0].isdigit() else f"DNS:{host}" for host in names)
        self.sign(name, "between", f"/CN={names[0]}", f"subjectAltName={alternatives}\n")
        chain = self.folder / f"{name}-chain.pem"
        chain.write_text((self.folder / f"{name}.pem").read_text() + (self.folder / "between.pem").read_text())
        return chain, self.folder / f"{name}.key"

    def new_key(self, name):
        self.run("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", f"{name}.key")

    def sign(self, name, issuer, subject, extensions):
        self.new_key(name)
        (self.folder / f"{name}.ext").write_text(extensions)
        self.run("req", "-new", "-key", f"{name}.key", "-out", f"{name}.csr", "-subj", subject)
        self.run(
            *["x509", "-req", "-in", f"{name}.csr", "-CA", f"{issuer}.pem", "-CAkey", f"{issuer}.key"],
            *["-CAcreateserial", "-days", "2", "-out", f"{name}.pem", "-extfile", f"{name}.ext"],
        )

    def run(self, *arguments):
        subprocess.run(["openssl", *arguments], cwd=self.folder, check=True, capture_output=True)
