/** The look-up of one connection: it resolves a server's name, and refuses the name when one of its IPs may not be reached. */
import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";

/** Returns all IPs of a name, at least one. Rejects when there is none. */
export type ResolveName = (name: string) => Promise<LookupAddress[]>;

/** The name has an IP that may not be reached. */
export class RefusedIpError extends Error {}

/**
 * It is made when the connection is, so a name that resolves differently the second time gains nothing: the connection goes
 * to an IP that was checked. One refused IP among the results refuses all of them.
 */
export function createGuardedLookup(
  mayReach: (ip: string) => boolean,
  resolveName: ResolveName,
): LookupFunction {
  const resolve = async (name: string): Promise<LookupAddress[]> => {
    const addresses = await resolveName(name);
    if (addresses.every(({ address }) => mayReach(address))) return addresses;
    throw new RefusedIpError("the name has an IP that may not be reached");
  };
  return (name, { all }, done) => {
    resolve(name).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) done(new Error("the name has no IP"), "", 0);
        else if (all) done(null, addresses);
        else done(null, first.address, first.family);
      },
      (error: unknown) => done(error as NodeJS.ErrnoException, "", 0),
    );
  };
}

/** Whether the URL's host is an IP that may not be reached. Node resolves no IP, so the look-up would not see it. */
export function isRefusedIp({ hostname }: URL, mayReach: (ip: string) => boolean): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return isIP(host) !== 0 && !mayReach(host);
}

/**
 * Names that the operator gives, as the system resolves them: by its hosts file too, and by the names of containers. It
 * occupies a thread of the process until the name's server answers. For names that users give, see `createUserNames`.
 */
export const resolveOperatorName: ResolveName = (name) => lookup(name, { all: true });
