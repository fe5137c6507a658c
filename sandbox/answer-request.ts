/** Passes a request to the part that answers it: the card field's calls, the sandbox's own page's, or the provider's. */
import { handleBrowserCall, requirePublishableKey } from "./browser-calls";
import { handleControlCall } from "./control/control-calls";
import {
  authenticate,
  handleRequest,
  toErrorResponse,
  type Api,
  type Incoming,
  type Outgoing,
} from "./request-handler";
import { createId } from "./state/ids";

/** Answers one request. Never throws: an error becomes a response too. */
export async function answerRequest(api: Api, incoming: Incoming, publishableKey: string): Promise<Outgoing> {
  if (incoming.path.startsWith("/browser/")) {
    return answerCall(api, (requestId) => {
      requirePublishableKey(incoming.headers.authorization as string | undefined, publishableKey);
      const ledger = { ...api.ledger, cause: { requestId, idempotencyKey: null } };
      return handleBrowserCall(ledger, incoming);
    });
  }
  if (!incoming.path.startsWith("/control/")) return handleRequest(api, incoming);
  return answerCall(api, () => {
    authenticate(api, incoming);
    return handleControlCall(api.ledger, { ...incoming, hear: api.hear });
  });
}

/** Answers a call that is not the provider's: its result as JSON, or its error. */
async function answerCall(api: Api, run: (requestId: string) => object | Promise<object>): Promise<Outgoing> {
  const requestId = createId("req");
  const headers = { "request-id": requestId };
  try {
    return { status: 200, body: JSON.stringify(await run(requestId)), headers };
  } catch (fault) {
    return { ...toErrorResponse(api, fault), headers };
  }
}
