/**
 * The bare application's pages: streamed, as the framework's own entry does it for browsers. Without one of its own the
 * framework would add a package to ours, and install it.
 */
import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";

const ABORT_DELAY_MS = 5000;

/** As the framework calls it. */
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
