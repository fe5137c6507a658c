/**
 * Resolves names that users give, as the host of a webhook. The system's look-up would occupy one of the few threads on
 * which the process resolves every name, for as long as the name's server stays silent, and nothing can abort it: a few such
 * names stop the calls to the payment provider. These look-ups need no thread, take a limited time, and end with their request.
 */
import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import { USER_NAME_TIMEOUT_MS, USER_NAMES_UNANSWERED_MAX } from "~/domain/limits";
import type { ResolveName } from "./guarded-lookup";

export interface UserNames {
  /**
   * The names of one request of the account. The look-up ends with `signal`, and fails at once while
   * USER_NAMES_UNANSWERED_MAX others of the account have no answer.
   */
  createResolver(request: { accountId: string; signal: AbortSignal }): ResolveName;
}

interface UserNamesOptions {
  /** Name servers as IPs, or IPs with a port; by default the system's. */
  servers?: readonly string[];
  timeoutMs?: number;
}

type Query = Required<Pick<UserNamesOptions, "timeoutMs">> & Pick<UserNamesOptions, "servers">;

/** For the names of one process. */
export function createUserNames({
  servers,
  timeoutMs = USER_NAME_TIMEOUT_MS,
}: UserNamesOptions = {}): UserNames {
  /** Look-ups without an answer, by account. */
  const unanswered = new Map<string, number>();

  return {
    createResolver:
      ({ accountId, signal }) =>
      async (name) => {
        if (isLoopbackName(name)) return LOOPBACK;
        const others = unanswered.get(accountId) ?? 0;
        if (others >= USER_NAMES_UNANSWERED_MAX)
          throw new Error("other names of the account have no answer yet");
        unanswered.set(accountId, others + 1);
        try {
          return await query(name, { signal, timeoutMs, servers });
        } finally {
          const left = (unanswered.get(accountId) ?? 1) - 1;
          if (left > 0) unanswered.set(accountId, left);
          else unanswered.delete(accountId);
        }
      },
  };
}

/** A connection tries each of them. */
const LOOPBACK: LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/** Whether the name means this machine, whatever a name server says: RFC 6761, section 6.3. */
function isLoopbackName(name: string): boolean {
  return /(^|\.)localhost\.?$/i.test(name);
}

/** The addresses of both families. When only one family gets an answer, these are the name's: each of them is checked. */
async function query(
  name: string,
  { signal, timeoutMs, servers }: Query & { signal: AbortSignal },
): Promise<LookupAddress[]> {
  signal.throwIfAborted();
  // One for each look-up, because `cancel` ends all queries of a resolver.
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  if (servers) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  // The resolver's own time limit is for each of its servers, and later in some versions of Node.
  const timer = setTimeout(cancel, timeoutMs);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = [...toAddresses(v4, 4), ...toAddresses(v6, 6)];
    if (addresses.length === 0 && v4.status === "rejected") throw v4.reason;
    return addresses;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  }
}

function toAddresses(result: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return result.status === "fulfilled" ? result.value.map((address) => ({ address, family })) : [];
}
