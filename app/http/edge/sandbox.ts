/** While a sandbox is on: what browsers on this machine need of it, under our own address. */
import { request as call, type IncomingHttpHeaders } from "node:http";
import { Router, static as files, type RequestHandler } from "express";
import { paths } from "~/domain/paths";
import { PAYMENT_SANDBOX_LIMIT, SOCIAL_SANDBOX_LIMIT } from "~/domain/rate-limits";
import errors from "~/i18n/en/errors.json";
import { requireLocalCaller } from "./local-caller";
import { limitByPeer, type Counter } from "./rate-limit";

/** Serves `/sandbox/stripe.js` and passes `/sandbox/v1/*` on to the payment sandbox's own port. */
export function sandboxRoutes({
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
  // What a sandbox keeps grows with each call.
  router.use(
    paths.paymentSandboxCalls,
    limitByPeer(limiter, PAYMENT_SANDBOX_LIMIT),
    passOn({ port: () => Promise.resolve(port), below: "/browser" }),
  );
  return router;
}

/** Passes the networks' pages on to their sandbox, which starts when the first of them is asked for. */
export function socialSandboxRoutes({
  port,
  limiter,
}: {
  port: () => Promise<number>;
  limiter: Counter;
}): Router {
  const limit = limitByPeer(limiter, SOCIAL_SANDBOX_LIMIT);
  return Router().use(paths.socialSandbox, requireLocalCaller, limit, passOn({ port, below: "" }));
}

/** Only what is `below` that path: the rest of the payment sandbox is for the product, as the provider's API would be. */
function passOn({ port, below }: { port: () => Promise<number>; below: string }): RequestHandler {
  return (request, response, next) => {
    const path = pathBelow(below, request.url);
    if (path === null) {
      response.status(404).json({ message: errors.not_found });
      return;
    }
    const headers = headersOf(request.headers);
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

/** Where an address leads when its dots are followed, as the other server will follow them; null when that is elsewhere. */
function pathBelow(below: string, address: string): string | null {
  const whole = `http://localhost${below}${address}`;
  if (!URL.canParse(whole)) return null;
  const { pathname, search } = new URL(whole);
  return pathname.startsWith(`${below}/`) ? pathname + search : null;
}

/** What is the product's own stays here. Of keys only the one goes on that every page knows. */
function headersOf({
  host: _host,
  connection: _hop,
  cookie: _cookie,
  authorization,
  ...rest
}: IncomingHttpHeaders) {
  return { ...rest, ...(authorization?.startsWith("Bearer pk_") && { authorization }) };
}
