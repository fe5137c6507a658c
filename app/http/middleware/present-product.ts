/** Serves each request with the product as it is configured now, so that new settings count without a restart. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { DRAIN_MS, seconds } from "~/domain/limits";

/** How long new requests wait for the others to end, while the product moves to another database. */
const HOLD_MS = seconds(5);

/** A product with its settings. */
interface Served {
  handle: RequestListener;
  /** Never throws. */
  close(): Promise<void>;
}

export interface PresentProduct {
  /** Handles a request by the product that is present when it arrives, to its end. */
  handle: RequestListener;
  /** Every request from now on gets `next`. The previous product is closed when its requests have ended, or after DRAIN_MS. */
  replace(next: Served): void;
  /**
   * Lets new requests wait, and resolves with true when the present product handles no more than `own`. With false, they are
   * served as before: the others have taken longer than HOLD_MS, or another call holds requests.
   */
  hold(own: number): Promise<boolean>;
  /** Handles the requests that wait, by the product that is present now. */
  release(): void;
  /** Closes the present product, and waits for those that are still ending. */
  close(): Promise<void>;
}

/** One product and the requests that it is handling. */
interface Turn {
  served: Served;
  requests: number;
  /** Called when a request has ended. */
  onEnd: () => void;
}

export function createPresentProduct(): PresentProduct {
  let present: Turn | null = null;
  const ending = new Set<Promise<void>>();
  let waiting: [IncomingMessage, ServerResponse][] | null = null;
  const release = () => {
    const held = waiting ?? [];
    waiting = null;
    for (const [request, response] of held) handle(request, response);
  };
  const handle: RequestListener = (request, response) => {
    if (waiting) waiting.push([request, response]);
    else if (present) handleInTurn(present, request, response);
    else response.writeHead(503).end();
  };
  return {
    handle,
    release,
    async hold(own) {
      // Two at once would wait for each other.
      if (waiting) return false;
      waiting = [];
      if (!present || (await awaitRequests(present, own, HOLD_MS))) return true;
      release();
      return false;
    },
    replace(next) {
      const previous = present;
      present = { served: next, requests: 0, onEnd: () => undefined };
      if (!previous) return;
      const end = awaitRequests(previous, 0, DRAIN_MS)
        .then(() => previous.served.close())
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
    turn.onEnd();
  });
  turn.served.handle(request, response);
}

/** Resolves with true when the product handles no more than `count` requests, and with false after `limitMs`. */
function awaitRequests(turn: Turn, count: number, limitMs: number): Promise<boolean> {
  if (turn.requests <= count) return Promise.resolve(true);
  return new Promise((resolve) => {
    const deadline = setTimeout(() => resolve(false), limitMs);
    turn.onEnd = () => {
      if (turn.requests > count) return;
      clearTimeout(deadline);
      resolve(true);
    };
  });
}
