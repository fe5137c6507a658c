/**
 * Streams the bare application's pages, as the framework's own entry does for browsers. Without an entry of its
 * own, the framework would add and install a package in the product.
 */
import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";

const ABORT_DELAY_MS = 5000;

/** The arguments that the framework passes. */
type Answer = [request: Request, status: number, headers: Headers, remix: EntryContext];

export default function handleRequest(...[request, status, headers, remix]: Answer): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <RemixServer context={remix} url={request.url} abortDelay={ABORT_DELAY_MS} />,
      {
        onShellReady() {
          const body = new PassThrough();
          headers.set("Content-Type", "text/html");
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
          pipe(body);
        },
        onShellError: reject,
      },
    );
    setTimeout(abort, ABORT_DELAY_MS);
  });
}
