/** For a product that trusts one proxy: every call has another IP, so that no limit by IP counts. */
export function createOtherNetworkHeaders(): Record<string, string> {
  networks += 1;
  return { "X-Forwarded-For": `10.0.${Math.floor(networks / 256)}.${networks % 256}` };
}
let networks = 0;
