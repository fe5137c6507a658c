/** The requests that a server has not answered yet, and what their answers say about the connection. */
import type { Server, ServerResponse } from "node:http";

interface OpenRequests {
  count(): number;
  /** From now on, each answer ends its connection and says so: a proxy opens its next one elsewhere. */
  closeConnections(): void;
}

export function watchRequests(server: Server): OpenRequests {
  const open = new Set<ServerResponse>();
  let isClosing = false;
  // First of all listeners, because the others may answer at once.
  server.prependListener("request", (_request, response: ServerResponse) => {
    open.add(response);
    response.once("close", () => open.delete(response));
    if (isClosing) response.setHeader("Connection", "close");
  });
  return {
    count: () => open.size,
    closeConnections() {
      isClosing = true;
      for (const response of open) if (!response.headersSent) response.setHeader("Connection", "close");
    },
  };
}
