/** Replaces the running product by one with other settings, within the same process. */
import type { RequestListener } from "node:http";
import type { Config } from "../config/config.server";
import type { PresentProduct } from "../http/middleware/present-product";
import type { PreparedSwitch } from "../services/platform/setup/settings.server";
import type { BootOptions, Running } from "./boot.server";
import { watchSettings, type SettingsNotices } from "./notices.server";

interface SwitcherParts {
  boot(options: Omit<BootOptions, "avatarProgram" | "process">): Promise<Running>;
  createWeb(running: Running): RequestListener;
  present: PresentProduct;
}

interface Switcher {
  /** Boots the first product and serves it. Throws what keeps it from starting. */
  start(): Promise<Running>;
  close(): Promise<void>;
}

export function createSwitcher({ boot, createWeb, present }: SwitcherParts): Switcher {
  let running: Running | null = null;
  let notices: SettingsNotices | null = null;

  const serve = (next: Running) => {
    running = next;
    present.replace({ handle: createWeb(next), close: () => closePrevious(next) });
  };
  const bootNext = (config?: Config) => boot({ prepareSwitch, config, previous: running?.app });

  async function prepareSwitch(config: Config): Promise<PreparedSwitch> {
    const next = await bootNext(config);
    const toNext = () => {
      serve(next);
      notices?.announce();
    };
    return createPreparedSwitch(present, { toNext, discard: next.close });
  }

  /** Another process has saved settings. A product that does not start with them is logged, and this one goes on. */
  async function reload(): Promise<void> {
    const log = running?.app.log;
    try {
      serve(await bootNext());
      log?.info("new settings of another process are in use");
    } catch (error) {
      log?.error({ err: error }, "the product does not start with the new settings");
    }
  }

  return {
    async start() {
      const first = await bootNext();
      serve(first);
      notices = await watchSettings(first.app.config, first.app.log, () => void reload());
      return first;
    },
    async close() {
      notices?.close();
      await present.close();
      await running?.app.traces?.stop();
    },
  };
}

/** Requests that were held are handled again, by whichever product is present then. */
function createPreparedSwitch(
  present: PresentProduct,
  { toNext, discard }: { toNext: () => void; discard: () => Promise<void> },
): PreparedSwitch {
  let isHolding = false;
  const release = () => {
    if (isHolding) present.release();
  };
  return {
    async hold(own) {
      isHolding = await present.hold(own);
      return isHolding;
    },
    commit() {
      toNext();
      release();
    },
    discard() {
      release();
      return discard();
    },
  };
}

/** One that cannot be closed is logged: the product that has replaced it goes on. */
async function closePrevious({ app, close }: Running): Promise<void> {
  await close().catch((error: unknown) => {
    app.log.error({ err: error }, "a product could not be closed");
  });
}
