// The filters of the timeline on the entries of a run, with the meaning that they have in the program.

const units = { "ns": 1e-3, "us": 1, "µs": 1, "ms": 1e3, "s": 1e6, "min": 60e6, "h": 3_600e6 };
const listOf = (text) => String(text ?? "").split(",").map((one) => one.trim()).filter(Boolean);
const lower = (text) => text.toLowerCase();

export class EntryFilter {
  constructor(query) {
    const { text, only, user, outcome, source, feature, action, session, principal, flag, took, since, until } = query;
    const without = (name) => listOf(query[`-${name}`]);
    this.key = JSON.stringify([text, only, user, outcome, source, feature, action, session, principal, flag, took, since, until,
      ...["outcome", "source", "feature", "action", "session", "principal", "flag"].map((name) => query[`-${name}`])]);
    Object.assign(this, {
      text: lower((text ?? "").trim()), only, user: user === "1" || user === true,
      outcomes: listOf(outcome), outcomesOut: without("outcome"), sources: listOf(source), sourcesOut: without("source"),
      features: listOf(feature), featuresOut: without("feature"), actions: listOf(action).map(lower), actionsOut: without("action").map(lower),
      sessions: listOf(session).map(lower), sessionsOut: without("session").map(lower),
      principals: listOf(principal), principalsOut: without("principal"), flags: listOf(flag).map(lower), flagsOut: without("flag").map(lower),
      durations: listOf(took).map(readDuration), since: since === undefined ? -Infinity : Number(since), until: until === undefined ? Infinity : Number(until),
    });
  }

  get isEmpty() { return !JSON.parse(this.key).some((value) => value !== null && value !== "" && value !== false); }

  matches(row) {
    const { change } = row;
    if (change ? this.outcomes.length || this.user || this.only === "actions" : this.only === "changes") return false;
    if (this.outcomes.length && !this.outcomes.some((one) => isOutcome(row.outcome, one))) return false;
    if (!change && this.outcomesOut.some((one) => isOutcome(row.outcome, one))) return false;
    if (change ? this.sources.length : (this.sources.length && !this.sources.includes(row.source)) || this.sourcesOut.includes(row.source)) return false;
    if (this.durations.length && (row.took === undefined || !this.durations.every((isWithin) => isWithin(row.took)))) return false;
    if (this.user && !row.user) return false;
    if (row.at < this.since || row.at >= this.until) return false;
    const isIn = (sessions) => sessions.includes(String(row.session?.id)) || (row.session !== undefined && sessions.includes(lower(row.session.name)));
    if ((this.sessions.length && !isIn(this.sessions)) || isIn(this.sessionsOut)) return false;
    const { principal } = row.session ?? {};
    if ((this.principals.length && !this.principals.includes(principal)) || this.principalsOut.includes(principal)) return false;
    const keys = change?.flag === undefined ? [] : [lower(change.flag)];
    if ((this.flags.length || this.flagsOut.length) && !meets(keys, this.flags, this.flagsOut)) return false;
    if (this.features.length && !isWithin(row.feature, this.features)) return false;
    if (this.featuresOut.length && isWithin(row.feature, this.featuresOut)) return false;
    if ((this.actions.length || this.actionsOut.length) && !meets([row.action.name, row.action.identifier].map(lower), this.actions, this.actionsOut)) return false;
    return !this.text || textsOf(row).some((text) => text !== undefined && lower(text).includes(this.text));
  }
}

const isOutcome = (outcome, wanted) => outcome === wanted || (wanted === "failure" && outcome === "failure-closing");

const meets = (names, wanted, unwanted) => !names.some((name) => unwanted.some((one) => name.includes(one)))
  && (wanted.length === 0 || names.some((name) => wanted.some((one) => name.includes(one))));

/** Whether a feature or one above it is meant: by its path, its identifier or its name. */
function isWithin({ path, name }, paths) {
  const parts = path.split("/").map(lower);
  return paths.some((wanted) => path === wanted || path.startsWith(`${wanted}/`) || parts.includes(lower(wanted)) || lower(name) === lower(wanted));
}

function textsOf({ action, feature, session, fields = [], error, errorType, change }) {
  return [action.name, action.identifier, feature.name, feature.path, session?.name, error, errorType, ...fields.map(({ value }) => value),
    change?.flag, change?.value, change?.was, change?.variant, change?.provider, ...change?.reasons ?? []];
}

/** A test of a duration in microseconds: `>100ms`, `<=2s`. */
function readDuration(text) {
  const [, sign, number, unit] = /^([<>]=?)(\d+(?:\.\d+)?)(ns|us|µs|ms|s|min|h)$/.exec(text) ?? [];
  const bound = Number(number) * units[unit];
  return { ">": (took) => took > bound, ">=": (took) => took >= bound, "<": (took) => took < bound, "<=": (took) => took <= bound }[sign] ?? (() => false);
}
