/** Shows to this installation itself that the server that answers under a domain is this one. */
import { Router } from "express";
import { paths } from "~/domain/paths";
import { INSTALLATION_LIMIT } from "~/domain/rate-limits";
import type { App } from "~/services/platform/app.server";
import { answerChallenge } from "~/services/platform/setup/challenge.server";
import { toClientIp } from "../client-ip.server";
import { RequestError } from "./errors";
import { limitByIp } from "./rate-limit";

/**
 * GET /health/installation, under any Host: setup and the doctor ask it under a domain that is not yet the public URL.
 * Answers their own challenges, and 404 to everything else. Only that counts against the limit: while no proxy is trusted
 * yet, a stranger has the same IP as the operator.
 */
export function createInstallationRouter({ secrets, limiter }: Pick<App, "secrets" | "limiter">): Router {
  const router = Router();
  router.get(
    paths.installation,
    (request, response, next) => {
      const { challenge } = request.query;
      const proof = typeof challenge === "string" ? answerChallenge(secrets, challenge) : null;
      if (proof === null) next();
      else response.set("Cache-Control", "no-store").json({ proof });
    },
    limitByIp(limiter, INSTALLATION_LIMIT, { getIp: ({ ip = "" }) => toClientIp(ip) }),
    (_request, _response, next) => next(new RequestError(404, "errors:not_found")),
  );
  return router;
}
