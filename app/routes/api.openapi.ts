/** /api/openapi.json: the OpenAPI description of the API. It is the same for everyone, so caches may keep it. */
import { createHash } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { rejectMethod } from "~/http/api.server";
import { createOpenApiDocument } from "~/services/openapi.server";

/** By the product's URL: the operations do not change while it runs. */
const written = new Map<string, { body: string; etag: string }>();

export const loader = ({ request, context }: LoaderFunctionArgs) => {
  context.request.route = paths.openApi;
  const { body, etag } = getDocument(context.request.app.config.appUrl);
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-cache", ETag: etag };
  const isKnown = request.headers.get("If-None-Match")?.includes(etag.slice(2)) ?? false;
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
};
export const action = rejectMethod(["GET", "HEAD"]);

/** The entity tag is weak, because a compressed answer has the same one. */
function getDocument(appUrl: string): { body: string; etag: string } {
  const known = written.get(appUrl);
  if (known) return known;
  const body = JSON.stringify(createOpenApiDocument(appUrl));
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  written.set(appUrl, { body, etag });
  return { body, etag };
}
