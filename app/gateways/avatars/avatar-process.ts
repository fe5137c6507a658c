/**
 * The process that decodes avatars, started by `decoder.ts`. The library decodes in Node's shared thread pool and
 * in memory outside the heap: in the server's own process, one hostile avatar would delay every other request.
 */
import { constants, setPriority } from "node:os";
import { reencodeAvatar } from "./re-encode";

// When the cores are busy, the server has priority.
setPriority(constants.priority.PRIORITY_LOW);

// Ctrl-C in a terminal signals every process of the group; the server decides when this one ends.
process.on("SIGINT", () => undefined);

// The server has ended. A plain exit would wait for the threads that still decode.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

process.on("message", (upload: Uint8Array) => {
  void reencodeAvatar(upload).then((answer) => process.send?.(answer));
});
