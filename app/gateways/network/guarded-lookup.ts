/** Resolves the name of a server that a user has named, and refuses it when one of its IPs may not be reached. */
import { lookup as resolveName, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";

export type Resolve = (name: string, options: { all: true }, done: ResolveDone) => void;
type ResolveDone = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/** The name has an IP that may not be reached. */
export class RefusedIpError extends Error {}

/**
 * The look-up of one connection: it is made when the connection is, so a name that resolves differently the second time
 * gains nothing. One refused IP among the results refuses all of them.
 */
export function createGuardedLookup(
  mayReach: (ip: string) => boolean,
  resolve: Resolve = resolveName,
): LookupFunction {
  return (name, { all }, done) => {
    resolve(name, { all: true }, (error, addresses) => {
      const [first] = error ? [] : addresses;
      const isRefused = !error && !addresses.every(({ address }) => mayReach(address));
      if (!first) done(error ?? new Error("the name has no IP"), "", 0);
      else if (isRefused) done(new RefusedIpError("the name has an IP that may not be reached"), "", 0);
      else if (all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}
