/** The parts of a request that setup reads: its token, and the proxies that have forwarded it. */

/** The token of an API call, as a bearer or in a header of its own. */
export function readSetupToken(headers: Headers): string | undefined {
  const [, bearer] = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(headers.get("Authorization") ?? "") ?? [];
  return headers.get("X-Setup-Token") ?? bearer;
}

/** Each proxy adds an entry to X-Forwarded-For. */
export function countProxies(headers: Headers): number {
  const forwarded = headers.get("X-Forwarded-For") ?? "";
  return forwarded === "" ? 0 : forwarded.split(",").length;
}
