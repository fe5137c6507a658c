/** Sandboxes that outlive a change of settings: the next product uses those that run, and the last one ends them. */
import type { Sandbox } from "./payments.server";
import type { Sandboxes } from "./sandboxes.server";

/** `start` is called once while one runs: only one process and one server can have the sandbox's file. */
export function shareSandboxes({ payments, social }: Sandboxes): Sandboxes {
  return { payments: shareSandbox(payments), social: shareSandbox(social) };
}

interface Shared<Options> {
  /** The object that the sandbox was started with: it reads the newest options in it. */
  options: Options;
  started: Promise<Sandbox>;
  users: number;
}

function shareSandbox<Options extends object>(start: (options: Options) => Promise<Sandbox>) {
  let shared: Shared<Options> | null = null;
  return async (options: Options): Promise<Sandbox> => {
    const own = (shared ??= { options, started: start(options), users: 0 });
    own.users += 1;
    Object.assign(own.options, options);
    const { port, close } = await own.started.catch((cause: unknown) => {
      if (shared === own) shared = null;
      throw cause;
    });
    let isClosed = false;
    return {
      port,
      async close() {
        if (isClosed) return;
        isClosed = true;
        own.users -= 1;
        if (own.users > 0) return;
        if (shared === own) shared = null;
        await close();
      },
    };
  };
}
