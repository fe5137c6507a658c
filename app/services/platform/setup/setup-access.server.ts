/** Who may set the product up: the holder of the one-time token, while setup is open. */
import { createHash, timingSafeEqual } from "node:crypto";
import { readSavedFile } from "~/config/saved.server";
import {
  deleteSetupToken,
  getSetupTokenFile,
  readOrCreateSetupToken,
  readSetupToken,
} from "~/config/files.server";
import type { Config } from "~/config/config.server";
import { AppError } from "~/domain/errors";
import { paths } from "~/domain/paths";
import { SETUP_TOKEN_LIMIT } from "~/domain/rate-limits";
import type { Log } from "~/log.server";
import type { Store } from "~/models/store/store";
import { hasHadUsers } from "~/models/user.server";
import type { Secrets } from "~/crypto/secrets.server";
import type { Limiter } from "../rate-limits/limiter.server";

/** The proof that a request comes from the operator. */
export interface SetupCredentials {
  /** The token itself, of an API call. */
  token?: string;
  /** The cookie that the page of the link has set. */
  cookie?: string;
  /** How many proxies say that they have forwarded the request. */
  proxies?: number;
}

interface SetupCaller {
  setup?: SetupCredentials;
  caller: "page" | "browser" | "script";
  isLocalCaller: boolean;
  ip: string;
}

export interface SetupAccess {
  /**
   * Whether the product still has to be set up: it was not finished, has no user and never had a verified one. Or it was
   * opened again, by a command on the server.
   */
  isOpen(): Promise<boolean>;
  /** Throws not_found while setup is closed, unauthenticated without the token, and too_many after wrong ones. */
  require(caller: SetupCaller): Promise<void>;
  /** Returns the value of the cookie for a browser with this token. Throws as `require`. */
  enter(token: string, caller: SetupCaller): Promise<string>;
  /** The link that the start prints, with the token where the product has made it; null while setup is closed. */
  createLink(): Promise<string | null>;
  /** The next link has a new token. */
  deleteToken(): void;
}

interface SetupParts {
  config: Config;
  store: Store;
  secrets: Secrets;
  limiter: Limiter;
  log: Log;
}

/** The file that has the token; null where the operator has set it. */
export function getTokenFile({ setupToken, dataDir }: Pick<Config, "setupToken" | "dataDir">): string | null {
  return setupToken === null ? getSetupTokenFile(dataDir) : null;
}

export function createSetupAccess(parts: SetupParts): SetupAccess {
  const { config, store, secrets } = parts;
  let hasSeenUsers = false;
  const readToken = () => config.setupToken ?? readSetupToken(config.dataDir);
  const toCookie = (token: string) => secrets.sign("setup", token);
  const hasCookie = (cookie = "", token: string) => secrets.hasValidSignature("setup", token, cookie);

  const isOpen = async () => {
    const { finishedAt, reopenedAt } = readSavedFile(config.dataDir);
    if (reopenedAt !== null) return true;
    if (finishedAt !== null || hasSeenUsers) return false;
    hasSeenUsers = await hasHadUsers(store);
    return !hasSeenUsers;
  };
  const requireOpen = async () => {
    if (!(await isOpen())) throw new AppError("not_found", "errors:not_found");
  };
  return {
    isOpen,
    async require({ setup = {}, caller, isLocalCaller, ip }) {
      await requireOpen();
      if (config.isDevelopment && isLocalCaller && caller === "page") return;
      const token = readToken();
      if (caller === "page" && token !== null && hasCookie(setup.cookie, token)) return;
      if (setup.token === undefined) throw new AppError("unauthenticated", "setup:errors.token_required");
      await requireToken(setup.token, token, { ...parts, ip });
    },
    async enter(given, { ip }) {
      await requireOpen();
      const token = readToken();
      await requireToken(given, token, { ...parts, ip });
      return toCookie(given);
    },
    deleteToken: () => deleteSetupToken(config.dataDir),
    async createLink() {
      if (!(await isOpen())) return null;
      // The operator knows the token that they have set: what is printed ends up in logs.
      if (config.setupToken !== null) return config.appUrl + paths.setup;
      return config.appUrl + paths.setupWith(readOrCreateSetupToken(config.dataDir));
    },
  };
}

/** After too many wrong ones the right one is refused as well, until the limit's time has passed. */
async function requireToken(
  given: string,
  token: string | null,
  { limiter, log, ip }: Pick<SetupParts, "limiter" | "log"> & { ip: string },
): Promise<void> {
  await limiter.consume(SETUP_TOKEN_LIMIT, ip);
  if (token === null || !isSame(given, token)) {
    log.warn({ event: "wrong_setup_token", network: ip }, "a token of setup was wrong");
    throw new AppError("unauthenticated", "setup:errors.token_wrong");
  }
  await limiter.refund(SETUP_TOKEN_LIMIT, ip);
}

/** Compares hashes, which have one length: the time says nothing about the secret. */
function isSame(given: string | undefined, secret: string): boolean {
  return given !== undefined && secret !== "" && timingSafeEqual(hash(given), hash(secret));
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
