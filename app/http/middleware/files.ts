/** The files for browsers: those that the build has made, and those of `public/`. */
import { readdirSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { extname, join } from "node:path";
import compression from "compression";
import express, { type Express, type RequestHandler } from "express";
import serveCompressed from "express-static-gzip";

export interface Folders {
  /** The files for browsers. */
  client: string;
  /** Those of other releases, by hashed names; undefined where they are not kept. */
  keptAssets: string | undefined;
  /** The scripts of the payment sandbox. */
  sandbox: string;
}

/**
 * Runs before everything that costs more. Files with a hash in their name are cached for a year, and sent as the build
 * compressed them.
 */
export function serveFiles(
  web: Express,
  development: RequestHandler | undefined,
  { client, keptAssets }: Folders,
): void {
  if (development) web.use(serveSources(development));
  const immutable = { immutable: true, maxAge: "1y", setHeaders: allowFonts };
  web.use(
    "/assets",
    serveCompressed(`${client}/assets`, {
      enableBrotli: true,
      orderPreference: ["br", "gzip"],
      index: false,
      serveStatic: { ...immutable, fallthrough: keptAssets !== undefined },
    }) as RequestHandler,
  );
  if (keptAssets !== undefined)
    web.use(
      "/assets",
      compression(),
      express.static(keptAssets, { ...immutable, index: false, fallthrough: false }),
    );
  const files = express.static(client, { maxAge: "1h", index: false });
  const extensions = listExtensions(client);
  // No other path is looked for on the disk: a page has no extension, and its data end in `.data`.
  web.use((request, response, next) => {
    if (extensions.has(extname(request.path).toLowerCase())) files(request, response, next);
    else next();
  });
}

/** The payment provider's frame shows the card field in the typeface of the page, and loads it from its own origin. */
function allowFonts(response: ServerResponse, path: string): void {
  if (path.includes(".woff2")) response.setHeader("Access-Control-Allow-Origin", "*");
}

/** A page in development asks for hundreds of source modules, which the request log tells from pages. */
function serveSources(development: RequestHandler): RequestHandler {
  return (request, response, next) => {
    response.locals.isSource = true;
    development(request, response, (error?: unknown) => {
      response.locals.isSource = false;
      next(error);
    });
  };
}

/** Those of the files in this folder and below, such as ".svg", but for the hundreds that `/assets` has served before. */
function listExtensions(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return entry.name;
    return entry.name === "assets"
      ? []
      : readdirSync(join(folder, entry.name), { recursive: true }).map(String);
  });
  return new Set(files.map((file) => extname(file).toLowerCase()).filter((extension) => extension !== ""));
}
