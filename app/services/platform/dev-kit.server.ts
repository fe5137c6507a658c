/** /dev/kit: a page for the people who build the product, on their own machine. */
import { AppError } from "~/domain/errors";
import type { Context } from "./operation.server";

/** The page has no data. Throws not_found under a public URL, and for callers on other machines. */
export function openDevKit({ app, isLocalCaller }: Pick<Context, "app" | "isLocalCaller">): null {
  if (!app.config.isLocal || !isLocalCaller) throw new AppError("not_found", "errors:not_found");
  return null;
}
