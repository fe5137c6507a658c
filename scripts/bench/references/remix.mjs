/** Reference: bare Remix behind Express, as its template serves it. */
import { fileURLToPath } from "node:url";
import { createRequestHandler } from "@remix-run/express";
import compression from "compression";
import express from "express";

const folder = new URL("../../../node_modules/.cache/groundwork-bench/remix/", import.meta.url);
const build = await import(new URL("server/index.mjs", folder).href);
const web = express();

web.disable("x-powered-by");
web.use(compression());
web.use(
  "/assets",
  express.static(fileURLToPath(new URL("client/assets", folder)), { immutable: true, maxAge: "1y" }),
);
web.all("*", createRequestHandler({ build }));
web.listen(Number(process.env.PORT), "127.0.0.1");
