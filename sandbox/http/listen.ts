/** Servers that only this machine reaches. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts the server on the loopback address. Returns its port: by default any that is free. */
export function listen(server: Server, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
