/** The health probes: whether the process is alive, and whether it can serve requests. */
import { Router } from "express";
import { paths } from "~/domain/paths";
import { INSTALLATION_PURPOSE } from "~/domain/setup";

export interface Health {
  /** Throws when something the product needs is missing. */
  check(): Promise<void>;
  isStopping(): boolean;
  /** Signs a text with a key of this installation's own. */
  sign(purpose: string, text: string): string;
}

/** What a test of the domain sends. */
const CHALLENGE = /^[\w-]{20,100}$/;

export function createHealthRouter({ check, isStopping, sign }: Health): Router {
  const router = Router();
  router.get("/health/live", (_request, response) => {
    response.json({ status: "live" });
  });
  router.get("/health/ready", (_request, response, next) => {
    if (isStopping()) {
      response.status(503).json({ status: "stopping" });
      return;
    }
    check()
      .then(
        () => response.json({ status: "ready" }),
        () => response.status(503).set("Retry-After", "5").json({ status: "not ready" }),
      )
      .catch(next);
  });
  // Shows that the server that answers is this installation: only it has the key.
  router.get(paths.installation, (request, response) => {
    const { challenge } = request.query;
    if (typeof challenge === "string" && CHALLENGE.test(challenge))
      response.json({ proof: sign(INSTALLATION_PURPOSE, challenge) });
    else response.status(400).json({ status: "no challenge" });
  });
  return router;
}
