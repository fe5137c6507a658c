/** The built product in this process, without a server: requests go directly to Remix. */
import { createRequestHandler, type AppLoadContext, type ServerBuild } from "@remix-run/node";
import type { boot } from "../../app/boot/boot.server";
import type { createRequestContext } from "../../app/http/request-context.server";
import { startSandbox } from "../../sandbox/server";
import { resolveFromRoot } from "../lib/root.mjs";

interface ProductEntry {
  boot: typeof boot;
  requestContext: typeof createRequestContext;
}

const FACTS = { nonce: "n", id: "measured", isLocalCaller: true };

/** Boots the product with the settings of the environment. Close it when done. */
export async function bootBuiltProduct() {
  const build = (await import(resolveFromRoot("build", "server", "index.js"))) as ServerBuild;
  const entry = build.entry.module as unknown as ProductEntry;
  const refuse = () => Promise.reject(new Error("the social sandbox is not used here"));
  const { app, close } = await entry.boot(
    { payments: startSandbox, social: refuse },
    { avatarProgram: "", process: null },
  );
  const handle = createRequestHandler(build, "production");

  /** With a body it is a POST of JSON. */
  async function send(path: string, headers: Record<string, string>, body?: object) {
    const request = entry.requestContext(app, { headers, ip: "127.0.0.1" }, FACTS);
    const context: AppLoadContext = { request };
    const init = body && { method: "POST", body: JSON.stringify(body) };
    const answer = await handle(
      new Request(`http://localhost${path}`, {
        headers: { ...headers, ...(body && { "content-type": "application/json" }) },
        ...init,
      }),
      context,
    );
    return { status: answer.status, text: await answer.text() };
  }
  return { app, send, close };
}
