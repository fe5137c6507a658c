/** /api/openapi.json: the OpenAPI description of the API. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { rejectMethod } from "~/http/api.server";
import { createOpenApiDocument } from "~/services/openapi.server";

export const loader = ({ context }: LoaderFunctionArgs) =>
  Response.json(createOpenApiDocument(context.request.app.config.appUrl));
export const action = rejectMethod(["GET", "HEAD"]);
