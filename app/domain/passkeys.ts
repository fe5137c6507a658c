/** Facts about passkeys: how many, for which host, and how their makers are called. */
import { minutes } from "./limits";

/** Passkeys of one user. */
export const PASSKEYS_MAX = 20;

/** How long the browser's dialog may stay open: a challenge is valid no longer. */
export const PASSKEY_CHALLENGE_LIFE_MS = minutes(5);

export const PASSKEY_NAME_MAX_LENGTH = 60;

/** Why passkeys cannot be used at an address. */
export type PasskeyObstacle =
  /** The product's own address is an IP, which no passkey can belong to. */
  | { kind: "ip"; url: string | null }
  /** The product's own address is http, and not of this machine. */
  | { kind: "insecure"; url: string }
  /** The page was opened at another address than the product's. */
  | { kind: "elsewhere"; url: string };

/** The host that a product's passkeys belong to (WebAuthn's RP id). */
export function toRpId(appUrl: string): string {
  return new URL(appUrl).hostname;
}

/** Returns why a product at `appUrl` can have no passkeys at all; null when it can. `url` is an address that would work. */
export function findPasskeyObstacle(appUrl: string): PasskeyObstacle | null {
  const url = new URL(appUrl);
  const { hostname, protocol } = url;
  if (isIp(hostname)) {
    const isThisMachine = hostname === "[::1]" || hostname.startsWith("127.");
    if (!isThisMachine) return { kind: "ip", url: null };
    url.hostname = "localhost";
    return { kind: "ip", url: url.origin };
  }
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (protocol !== "https:" && !isLocal) {
    url.protocol = "https:";
    return { kind: "insecure", url: url.origin };
  }
  return null;
}

/** The same for a page that was opened at `host`, with its port. */
export function findPageObstacle(appUrl: string, host: string): PasskeyObstacle | null {
  const home = new URL(appUrl);
  return (
    findPasskeyObstacle(appUrl) ??
    (host.toLowerCase() === home.host ? null : { kind: "elsewhere", url: home.origin })
  );
}

function isIp(hostname: string): boolean {
  return hostname.startsWith("[") || /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname);
}

/** What makers call their authenticators, by the AAGUID that they send. Only the first name of a passkey depends on it. */
const AUTHENTICATORS: Readonly<Record<string, string>> = {
  "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4": "Google Password Manager",
  "fbfc3007-154e-4ecc-8c0b-6e020557d7bd": "Apple Passwords",
  "dd4ec289-e01d-41c9-bb89-70fa845d4bf2": "Apple Passwords",
  "adce0002-35bc-c60a-648b-0b25f1f05503": "Chrome on macOS",
  "08987058-cadc-4b81-b6e1-30de50dcbe96": "Windows Hello",
  "9ddd1817-af5a-4672-a2b9-3e3dd95000a9": "Windows Hello",
  "6028b017-b1d4-4c02-b4b3-afcdafc96bb2": "Windows Hello",
  "bada5566-a7aa-401f-bd96-45619a55120d": "1Password",
  "d548826e-79b4-db40-a3d8-11116f7e8349": "Bitwarden",
  "531126d6-e717-415c-9320-3d9aa6981239": "Dashlane",
  "53414d53-554e-4700-0000-000000000000": "Samsung Pass",
  "fdb141b2-5d84-443e-8a35-4698c205a502": "KeePassXC",
};

/** The authenticator's name; null for one that does not say, or is not known here. */
export function findAuthenticatorName(aaguid: string): string | null {
  return Object.hasOwn(AUTHENTICATORS, aaguid) ? (AUTHENTICATORS[aaguid] ?? null) : null;
}
