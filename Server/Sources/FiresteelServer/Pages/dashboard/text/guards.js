// Guards of rollout plans as text: what they compare, their margins, and what they do.

/** The margins of a guard: the member, the metric of the API, its name, and the margin without that member. */
export const guardMetrics = [
  { member: "failureMargin", metric: "failures", name: "Sessions with failed actions", usual: 0.2 },
  { member: "abnormalExitMargin", metric: "abnormalExits", name: "Sessions that ended abnormally", usual: 0.05 },
];

/** The sessions that a step needs with each variant, without the member. */
export const usualMinimumRuns = 200;

/** What a guard does beyond a margin. */
export const guardActions = { pause: "Pause at the current step", stepBack: "Pause and return to the step before", switchOff: "Pause and switch off" };

/** The words of decisions. */
export const guardDecisions = { proceed: ["available", "Within the margins"], wait: ["closing", "Waiting"], harm: ["failure", "Beyond a margin"] };

/** A difference in percentage points: “+3.70”, “−0.02”. */
export const points = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;

/** A guard as lines of text, as the server writes them. */
export function guardLines(guard) {
  if (!guard) return [];
  const { action = "pause", failureMargin = 0.2, abnormalExitMargin = 0.05, feature, errorRate = 0.05, minimumRuns = usualMinimumRuns, watch = 0 } = guard;
  return [`guard: ${action} beyond failures ${failureMargin}, abnormal exits ${abnormalExitMargin} points of ${feature ? `feature ${feature}` : "the flag's feature"}, error rate ${errorRate}, at least ${minimumRuns} sessions, ${watch} s after the last step`];
}
