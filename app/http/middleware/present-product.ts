/** Serves each request with the product as it is configured now, so that new settings count without a restart. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { DRAIN_MS } from "~/domain/limits";

/** A product with its settings. */
export interface Served {
  handle: RequestListener;
  /** Never throws. */
  close(): Promise<void>;
}

export interface PresentProduct {
  /** Handles a request by the product that is present when it arrives, to its end. */
  handle: RequestListener;
  /** Every request from now on gets `next`. The former product is closed when its requests have ended, or after DRAIN_MS. */
  replace(next: Served): void;
  /** Closes the present product, and waits for those that are still ending. */
  close(): Promise<void>;
}

/** One product and the requests that it is handling. */
interface Turn {
  served: Served;
  requests: number;
  /** Called when the last request has ended. */
  onIdle: () => void;
}

export function createPresentProduct(): PresentProduct {
  let present: Turn | null = null;
  const ending = new Set<Promise<void>>();
  return {
    handle(request, response) {
      if (present) handleInTurn(present, request, response);
      else response.writeHead(503).end();
    },
    replace(next) {
      const former = present;
      present = { served: next, requests: 0, onIdle: () => undefined };
      if (!former) return;
      const end = awaitIdle(former)
        .then(() => former.served.close())
        .finally(() => ending.delete(end));
      ending.add(end);
    },
    async close() {
      await Promise.all([present?.served.close(), ...ending]);
    },
  };
}

function handleInTurn(turn: Turn, request: IncomingMessage, response: ServerResponse): void {
  turn.requests += 1;
  response.once("close", () => {
    turn.requests -= 1;
    if (turn.requests === 0) turn.onIdle();
  });
  turn.served.handle(request, response);
}

/** Resolves when the product handles no request any more, or after DRAIN_MS. */
function awaitIdle(turn: Turn): Promise<void> {
  if (turn.requests === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const deadline = setTimeout(resolve, DRAIN_MS);
    turn.onIdle = () => {
      clearTimeout(deadline);
      resolve();
    };
  });
}
