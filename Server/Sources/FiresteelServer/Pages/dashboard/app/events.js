// The live stream of a program: its messages are `{change, connections, requests}`: the number of the last change, the running
// programs, and a number that changes with the pending requests.

/** The path of the stream below the root of the calls. */
export const eventsOf = (program) => `programs/${encodeURIComponent(program)}/events`;

/** The messages of a program have no topic. */
export const programTopic = undefined;
