/** Free TCP ports for the servers that tests start. */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

// Below the range from which Linux takes the ports of outgoing connections and of listen(0).
const FIRST_PORT = 10_000;
const LAST_PORT = 32_000;

let next = randomInt(FIRST_PORT, LAST_PORT);

/**
 * A free port that no other program is about to take. The server that gets it starts listening only a second later, so
 * ports of listen(0) would be given away twice: the kernel may give a closed port to the next socket of any process.
 * Each process goes through the range from another place.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = next === LAST_PORT ? FIRST_PORT : next + 1;
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
