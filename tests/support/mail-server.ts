/** An SMTP server that keeps every mail, with how often it arrived, and that a test can let fail. */
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer } from "smtp-server";

/** Takes the place of the answer to a mail, which has arrived when `keep` is called. */
export type MailFault = (answer: (error?: Error) => void, keep: () => void) => void;

export interface MailServer {
  url: string;
  /** How often the mail with this id of the outbox has arrived. */
  countArrivals(id: string): number;
  /** The newest mail to this email; undefined before the first. */
  findMailTo(email: string): string | undefined;
  /** Answers so from now on; null as a server that works. */
  answerBy(fault: MailFault | null): void;
  /** Breaks every connection. */
  cut(): void;
  close(): Promise<void>;
}

/** An answer of an SMTP server: from 400 on for now, from 500 on for good. */
export function createSmtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

export async function startMailServer(): Promise<MailServer> {
  const arrivals = new Map<string, number>();
  const newest = new Map<string, string>();
  const sockets = new Set<Socket>();
  let fault: MailFault | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      let content = "";
      stream.on("data", (part: Buffer) => (content += part.toString()));
      stream.on("end", () => {
        const keep = () => {
          const id = /^Message-ID: <([^@>]+)@/im.exec(content)?.[1] ?? "";
          arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
          for (const { address } of session.envelope.rcptTo) newest.set(address, content);
        };
        if (fault) {
          fault(done, keep);
          return;
        }
        keep();
        done();
      });
    },
  });
  server.on("error", () => undefined);
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    countArrivals: (id) => arrivals.get(id) ?? 0,
    findMailTo: (email) => newest.get(email),
    answerBy(next) {
      fault = next;
    },
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    close: () => new Promise((done) => server.close(done)),
  };
}
