/** The headers of the API's answers that say what a call has used up, and whether it is going to be removed. */
import { paths } from "~/domain/paths";
import type { LimitUse } from "~/domain/rate-limits";
import type { Operation } from "~/services/platform/operation.server";

/**
 * Sets RateLimit-Policy and RateLimit, by draft-ietf-httpapi-ratelimit-headers-10. Limits by email are left out: how many
 * attempts others have made for an email is not the caller's to know.
 */
export function setRateLimitHeaders(headers: Headers, uses: readonly LimitUse[]): void {
  const own = uses.filter(({ limit }) => limit.by === "ip" || limit.by === "user");
  if (own.length === 0) return;
  const policies = own.map(({ limit }) => `"${limit.name}";q=${limit.attempts};w=${limit.seconds}`);
  const states = own.map(
    ({ limit, remaining, resetSeconds }) => `"${limit.name}";r=${remaining};t=${resetSeconds}`,
  );
  headers.set("RateLimit-Policy", policies.join(", "));
  headers.set("RateLimit", states.join(", "));
}

/** Sets Deprecation (RFC 9745) and Sunset (RFC 8594) on every answer of a call that is going to be removed. */
export function setDeprecationHeaders(
  headers: Headers,
  { deprecated }: Pick<Operation, "deprecated">,
  appUrl: string,
): void {
  if (!deprecated) return;
  headers.set("Deprecation", `@${new Date(deprecated.since).getTime() / 1000}`);
  headers.set("Sunset", new Date(deprecated.until).toUTCString());
  headers.append("Link", `<${appUrl}${paths.apiDocs}>; rel="deprecation"; type="text/html"`);
}
