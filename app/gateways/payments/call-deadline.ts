/**
 * The end of a request's calls to the payment provider. The SDK's timeout is for one attempt: a call is tried twice, and a request
 * makes several calls, so that one of them alone would not keep a request from waiting for half a minute.
 */
import type { IncomingMessage } from "node:http";
import type Stripe from "stripe";

type HttpClient = NonNullable<Stripe.StripeConfig["httpClient"]>;

/** The client, whose calls all fail at `answerBy` (of `performance.now()`) when they have not been answered by then. */
export function endCallsBy(client: HttpClient, answerBy: number): HttpClient {
  const measureLeft = () => Math.ceil(answerBy - performance.now());
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...request) {
      const left = measureLeft();
      if (left <= 0) throw createLateError();
      const [host, port, path, method, headers, body, protocol, timeout] = request;
      const limit = Math.min(timeout, left);
      const answer = await client.makeRequest(host, port, path, method, headers, body, protocol, limit);
      endReading(answer.getRawResponse() as IncomingMessage, measureLeft());
      return answer;
    },
  };
}

/** The timeout of a connection begins again with the head of the answer. */
function endReading(response: IncomingMessage, left: number): void {
  const timer = setTimeout(() => response.destroy(createLateError()), Math.max(0, left));
  response.once("close", () => clearTimeout(timer));
}

/** The SDK reports it as a timeout. */
function createLateError(): Error {
  return Object.assign(new Error("the request has no time left for the payment provider"), {
    code: "ETIMEDOUT",
  });
}
