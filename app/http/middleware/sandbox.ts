/** Forwards requests of browsers on this machine to the sandboxes, while they run. */
import { request as call, type IncomingHttpHeaders } from "node:http";
import { Router, static as files, type RequestHandler } from "express";
import { paths } from "~/domain/paths";
import { PAYMENT_SANDBOX_LIMIT, IDENTITY_SANDBOX_LIMIT } from "~/domain/rate-limits";
import { RequestError } from "./errors";
import { requireLocalCaller } from "./local-caller";
import { limitByIp, type Counter } from "./rate-limit";

/**
 * Serves `/sandbox/stripe.js`, and forwards `/sandbox/v1/*` and the invoices' PDF files to the port of the payment
 * sandbox.
 */
export function createPaymentSandboxRouter({
  port,
  limiter,
  scriptFolder,
}: {
  port: number;
  limiter: Counter;
  scriptFolder: string;
}): Router {
  const router = Router();
  router.use(
    "/sandbox",
    requireLocalCaller,
    files(scriptFolder, { index: false, redirect: false, extensions: false, maxAge: "1h" }),
  );
  // Limited, because the sandbox stores data of each call, and renders each file.
  const limit = limitByIp(limiter, PAYMENT_SANDBOX_LIMIT, { toBody: toProviderError });
  const findPort = () => Promise.resolve(port);
  router.use(paths.paymentSandboxCalls, limit, forwardTo({ port: findPort, below: "/browser" }));
  router.get(
    `${paths.paymentSandboxInvoices}/:token([0-9A-Za-z]+).pdf`,
    limit,
    (request, _response, next) => {
      request.url = `/${request.params.token ?? ""}/pdf`;
      next();
    },
    forwardTo({ port: findPort, below: "/invoice" }),
  );
  return router;
}

/** The format of the payment provider, whose script shows the message. */
export function toProviderError(message: string) {
  return { error: { type: "invalid_request_error", code: "rate_limit", message } };
}

/** Forwards the pages of identity providers to their sandbox, which starts with the first request. */
export function createIdentitySandboxRouter({
  port,
  limiter,
}: {
  port: () => Promise<number>;
  limiter: Counter;
}): Router {
  const limit = limitByIp(limiter, IDENTITY_SANDBOX_LIMIT);
  return Router().use(paths.identitySandbox, requireLocalCaller, limit, forwardTo({ port, below: "" }));
}

/** Forwards only paths `below`: the rest of the payment sandbox is the API that only the product calls. */
function forwardTo({ port, below }: { port: () => Promise<number>; below: string }): RequestHandler {
  return (request, response, next) => {
    const path = toPathBelow(below, request.url);
    if (path === null) {
      next(new RequestError(404, "errors:not_found"));
      return;
    }
    const headers = toHeaders(request.headers);
    port()
      .then((found) => {
        const target = { host: "127.0.0.1", port: found, path, method: request.method };
        const passed = call({ ...target, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        });
        passed.on("error", next);
        request.pipe(passed);
      })
      .catch(next);
  };
}

/** Returns the path with its dots resolved, as the sandbox will resolve them; null when it leaves `below`. */
function toPathBelow(below: string, url: string): string | null {
  const whole = `http://localhost${below}${url}`;
  if (!URL.canParse(whole)) return null;
  const { pathname, search } = new URL(whole);
  return pathname.startsWith(`${below}/`) ? pathname + search : null;
}

/** Removes the cookie of the product, and every key except the publishable one. */
function toHeaders({
  host: _host,
  connection: _hop,
  cookie: _cookie,
  authorization,
  ...rest
}: IncomingHttpHeaders) {
  return { ...rest, ...(authorization?.startsWith("Bearer pk_") && { authorization }) };
}
