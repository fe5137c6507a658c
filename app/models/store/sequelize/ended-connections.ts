/** The drivers' handling of a connection that the server ends while no statement runs on it. */

/** The listener of each new connection. Without one, its `error` event would end the process. */
export function leaveToNextStatement(): void {
  // The driver refuses that statement, and its error is the one that is reported.
}
