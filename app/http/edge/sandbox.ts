/** While the payment sandbox is on: its browser script, and the calls that script makes, under our own address. */
import { request as call } from "node:http";
import { Router, static as files } from "express";

/** Serves `/sandbox/stripe.js` and passes `/sandbox/v1/*` on to the sandbox's own port. */
export function sandboxRoutes({ port, scriptFolder }: { port: number; scriptFolder: string }): Router {
  const router = Router();
  router.use("/sandbox", files(scriptFolder, { index: false, extensions: false, maxAge: "1h" }));
  router.use("/sandbox/v1", (request, response, next) => {
    const { host: _ours, connection: _hop, ...headers } = request.headers;
    const passed = call(
      { host: "127.0.0.1", port, path: `/browser${request.url}`, method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passed.on("error", next);
    request.pipe(passed);
  });
  return router;
}
