/** While a sandbox is on: what browsers need of it, under our own address. */
import { request as call } from "node:http";
import { Router, static as files, type RequestHandler } from "express";
import { paths } from "~/domain/paths";

/** Serves `/sandbox/stripe.js` and passes `/sandbox/v1/*` on to the payment sandbox's own port. */
export function sandboxRoutes({ port, scriptFolder }: { port: number; scriptFolder: string }): Router {
  const router = Router();
  router.use("/sandbox", files(scriptFolder, { index: false, extensions: false, maxAge: "1h" }));
  router.use("/sandbox/v1", passOn({ port: () => Promise.resolve(port), below: "/browser" }));
  return router;
}

/** Passes the networks' pages on to their sandbox, which starts when the first of them is asked for. */
export function socialSandboxRoutes(port: () => Promise<number>): Router {
  return Router().use(paths.socialSandbox, passOn({ port, below: "" }));
}

function passOn({ port, below }: { port: () => Promise<number>; below: string }): RequestHandler {
  return (request, response, next) => {
    const { host: _ours, connection: _hop, cookie: _product, ...headers } = request.headers;
    port()
      .then((found) => {
        const target = { host: "127.0.0.1", port: found, path: below + request.url, method: request.method };
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
