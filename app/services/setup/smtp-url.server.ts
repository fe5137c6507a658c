/** The SMTP server of the form as a URL, and back. */
import { isLoopback } from "~/config/config.server";

interface SmtpServer {
  host: string;
  port: number;
  /** Empty for a server that asks for none. */
  user: string;
  /** Empty keeps the one of `previous`, for the same server and user. */
  password: string;
}

/** Port 465 speaks TLS from the start. Anywhere else a password waits for STARTTLS, except on this machine. */
const TLS_PORT = 465;

/** The URL as SMTP_URL has it. A password that was typed for one server is never sent to another one. */
export function composeSmtpUrl({ host, port, user, password }: SmtpServer, previous: string | null): string {
  const kept = password === "" && previous !== null ? new URL(previous) : null;
  const isSame = kept?.hostname === host.toLowerCase() && decodeURIComponent(kept.username) === user;
  const secret = kept && isSame ? kept.password : encodeURIComponent(password);
  const auth = user === "" ? "" : `${encodeURIComponent(user)}:${secret}@`;
  const scheme = port === TLS_PORT ? "smtps" : "smtp";
  const query = user !== "" && port !== TLS_PORT && !isLoopback(host) ? "?requireTLS=true" : "";
  return `${scheme}://${auth}${host.toLowerCase()}:${port}${query}`;
}

/** Returns a saved server as the form shows it. The password stays here. */
export function parseSmtpUrl(url: string): Omit<SmtpServer, "password"> {
  const { hostname, port, username, protocol } = new URL(url);
  const usual = protocol === "smtps:" ? TLS_PORT : 587;
  return { host: hostname, port: port === "" ? usual : Number(port), user: decodeURIComponent(username) };
}
