/** An SMTP server that keeps every mail, with how often it arrived. */
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface MailServer {
  url: string;
  /** How often the mail with this id of the outbox has arrived. */
  countArrivals(id: string): number;
  /** The newest mail to this email; undefined before the first. */
  findMailTo(email: string): string | undefined;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const arrivals = new Map<string, number>();
  const newest = new Map<string, string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      let content = "";
      stream.on("data", (part: Buffer) => (content += part.toString()));
      stream.on("end", () => {
        const id = /^Message-ID: <([^@>]+)@/im.exec(content)?.[1] ?? "";
        arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
        for (const { address } of session.envelope.rcptTo) newest.set(address, content);
        done();
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    countArrivals: (id) => arrivals.get(id) ?? 0,
    findMailTo: (email) => newest.get(email),
    close: () => new Promise((done) => server.close(done)),
  };
}
