// The number of pending requests beside Changes.

import { count } from "../../kit/text/format.js";

const event = "firesteel-requests";

/** Follows the pending requests as long as the document exists. */
export function showPending(app, program) {
  const read = async () => {
    try {
      const { pending: { approval, review } } = await program.transport.get(`${program.path}/requests`, { limit: 1 });
      app.shell.showCount("changes", approval + review, `${count(approval + review)} pending`);
    } catch (error) {
      app.failed(error);
    }
  };
  program.onChange(read, new AbortController().signal);
  program.onRequests(read, new AbortController().signal);
  addEventListener(event, read);
}

/** Announces that this page changed requests, before the stream says so. */
export const requestsChanged = () => dispatchEvent(new Event(event));
