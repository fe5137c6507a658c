/** The health probes: whether the process is alive, and whether it can serve requests. */
import { Router } from "express";

export interface Health {
  /** Throws when something the product needs is missing. */
  check(): Promise<void>;
  isStopping(): boolean;
}

export function createHealthRouter({ check, isStopping }: Health): Router {
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
  return router;
}
