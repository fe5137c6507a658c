/**
 * The process that decodes pictures, started by `decoder.ts`. The library decodes in Node's shared thread pool and in
 * memory outside the heap: in the server's own process one hostile picture would hold up every other request.
 */
import { constants, setPriority } from "node:os";
import { reEncode } from "./re-encode";

// Where the cores are busy, the server goes first.
setPriority(constants.priority.PRIORITY_LOW);

// Ctrl-C in a terminal reaches every process of it; the server decides when this one ends.
process.on("SIGINT", () => undefined);

// The server is gone. A plain exit would wait for the threads that still decode.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

process.on("message", (upload: Uint8Array) => {
  void reEncode(upload).then((answer) => process.send?.(answer));
});
