"""The part of the fixture's model that answers for products and permissions, and makes reports."""

from fixture_catalogue import NAMES

PRODUCTS = [
    (
        "com.example.premium",
        "Premium",
        "subscription",
        "4.99 € monthly",
        "denied",
        ["App/Sharing/Links", "App/Sharing"],
    ),
    ("com.example.credits", "Export credits", "consumable", "0.99 €", "granted", ["App/Preview"]),
    ("com.example.supporter", "Supporter", "non-consumable", None, "unknown", []),
]
PERMISSIONS = [
    ("contacts", "Contacts", "notDetermined", ["App/Sharing"]),
    ("camera", "Camera", "unsupported", ["App/Import"]),
    ("notifications", "Notifications", "granted", []),
]
CHOICES = {
    "product": ["granted", "denied", "unknown"],
    "permission": ["granted", "denied", "notDetermined", "restricted", "unsupported"],
}


class Access:
    """Products and permissions of a model, and the reports of a program."""

    def start_access(self):
        self.pretended, self.needs_nothing, self.product_choices = {}, False, CHOICES["product"]
        self.reporter, self.jobs, self.report_problem = True, {}, None
        # How much of a report each look at its job brings: a test that makes it nothing holds it where it is.
        self.report_step = 0.5

    def access(self):
        if self.needs_nothing:
            return {"products": [], "permissions": []}
        products = [
            self._entry("product", identifier, name, status, paths)
            | {"type": type, "price": price, "source": "App Store", "expires": self.started - 60_000_000}
            for identifier, name, type, price, status, paths in PRODUCTS
        ]
        permissions = [self._entry("permission", *entry) for entry in PERMISSIONS]
        return {"products": products, "permissions": permissions}

    def _entry(self, kind, identifier, name, status, paths):
        override = self.pretended.get((kind, identifier))
        entry = {
            "id": identifier,
            "name": name,
            "description": f"What {name} is for",
            "status": override or status,
            "features": [{"path": path, "name": NAMES[path], "state": "available"} for path in paths],
            "choices": self.product_choices if kind == "product" else CHOICES[kind],
        }
        return entry | ({"override": override} if override else {})

    def pretend(self, body):
        key = (body["kind"], body["id"])
        if body.get("status") is None:
            self.pretended.pop(key, None)
        else:
            self.pretended[key] = body["status"]
        self.notify({"topic": "features"})
        return self.access()

    # Reports: each look at a job brings it on

    def report_options(self):
        return {"possible": self.reporter, "formats": ["zip", "html"]}

    def start_report(self, body):
        job = {"id": f"report-{len(self.jobs) + 1}", "state": "working", "fraction": 0.0, "step": "Starting"}
        self.jobs[job["id"]] = {"job": job, "asked": body, "removed": False}
        return job

    def report_job(self, identifier):
        job = self.jobs[identifier]["job"]
        if job["state"] == "working":
            job["fraction"] = round(job["fraction"] + self.report_step, 1)
            job["step"] = "Logs"
            if self.report_problem:
                job.update(state="failed", problem=self.report_problem)
            elif job["fraction"] >= 1:
                suffix = self.jobs[identifier]["asked"]["format"]
                job.update(state="ready", name=f"Documents-report.{suffix}", bytes=12)
        return job
