/** The grants of the social sandbox: codes, which are exchanged once, and access tokens. In memory only. */
import { createHash, randomBytes } from "node:crypto";
import type { Person } from "./rules";

export interface Permission {
  provider: string;
  person: Person;
  scopes: readonly string[];
}

interface CodeRequest extends Permission {
  redirectUri: string;
  /** The PKCE challenge (S256); null when none was sent. */
  challenge: string | null;
  /** Goes into the token about the user (OpenID Connect Core §3.1.2.1). */
  nonce: string | null;
}

export interface Grants {
  issueCode(request: CodeRequest): string;
  /** Returns the request of a code, once; null when the code is unknown or used. */
  takeCode(code: string): CodeRequest | null;
  issueToken(permission: Permission): string;
  findToken(token: string): Permission | null;
}

const CODE_LIFE_MS = 60_000;
const TOKEN_LIFE_MS = 10 * 60_000;

export function makeGrants(): Grants {
  const codes = createExpiringStore<CodeRequest>(CODE_LIFE_MS);
  const tokens = createExpiringStore<Permission>(TOKEN_LIFE_MS);
  return {
    issueCode: (request) => codes.keep(request),
    takeCode(code) {
      const request = codes.find(code);
      codes.forget(code);
      return request;
    },
    issueToken: (permission) => tokens.keep(permission),
    findToken: (token) => tokens.find(token),
  };
}

/** Whether the verifier matches the challenge (RFC 7636 §4.6). */
export function verifyCodeChallenge(challenge: string, verifier: string): boolean {
  return createHash("sha256").update(verifier).digest("base64url") === challenge;
}

function createExpiringStore<T>(lifeMs: number) {
  const kept = new Map<string, { value: T; until: number }>();
  return {
    keep(value: T): string {
      const now = Date.now();
      for (const [name, { until }] of kept) if (until < now) kept.delete(name);
      const name = randomBytes(24).toString("base64url");
      kept.set(name, { value, until: now + lifeMs });
      return name;
    },
    find(name: string): T | null {
      const found = kept.get(name);
      return found && found.until >= Date.now() ? found.value : null;
    },
    forget(name: string): void {
      kept.delete(name);
    },
  };
}
