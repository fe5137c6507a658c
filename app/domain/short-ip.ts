/** IPs as the log has them: the network of the client, which says enough about an attack, and little about a person. */

/** 203.0.113.0/24, or 2001:db8:1::/48. Takes a /64 network too, and leaves any other text as it is. */
export function shortenIp(text: string): string {
  const [address = ""] = text.replace(/\/64$/, "").split("%", 1);
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1] ?? address;
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(mapped)) return mapped.replace(/\d+$/, "0/24");
  if (!address.includes(":") || !URL.canParse(`http://[${address}]`)) return text;
  // The URL parser normalizes the spelling.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [front = [], back = []] = canonical.split("::").map((half) => half.split(":").filter(Boolean));
  const groups = [...front, ...Array<string>(8 - front.length - back.length).fill("0"), ...back];
  if (groups.slice(0, 5).every((group) => group === "0") && groups[5] === "ffff") {
    const [high = 0, middle = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
    return `${high >> 8}.${high & 0xff}.${middle >> 8}.0/24`;
  }
  return `${groups.slice(0, 3).join(":")}::/48`;
}
