// The live stream of a program: its messages are `{change, connections}`, the number of the last change and the running programs.

/** The path of the stream below the root of the calls. */
export const eventsOf = (program) => `programs/${encodeURIComponent(program)}/events`;

/** The messages of a program have no topic. */
export const programTopic = undefined;
