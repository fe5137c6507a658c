/** The transactions of the stand-in by the session that they belong to. */
import type { Binary, Document } from "bson";
import { ServerError } from "./server-error";
import type { Storage, Transaction } from "./storage";

export interface Sessions {
  /** Begins the transaction with its first command. Throws NoSuchTransaction after it has ended. */
  find(command: Document): Transaction;
  /** May be repeated, as the driver does when it got no answer. */
  commit(command: Document): Document;
  /** Does nothing for a transaction that has ended. */
  abort(command: Document): Document;
}

interface Session {
  number: number;
  /** Null once it was aborted. */
  transaction: Transaction | null;
  isCommitted: boolean;
}

export function createSessions(storage: Storage): Sessions {
  const sessions = new Map<string, Session>();
  const findRunning = (command: Document): Session | null => {
    const session = sessions.get(getKey(command));
    return session?.number === Number(command.txnNumber) ? session : null;
  };
  const abort = (session: Session | null | undefined) => {
    if (session?.transaction && !session.isCommitted) storage.abort(session.transaction);
    if (session && !session.isCommitted) session.transaction = null;
    return {};
  };
  return {
    find(command) {
      if (command.startTransaction === true) {
        abort(sessions.get(getKey(command)));
        const transaction = storage.begin();
        sessions.set(getKey(command), { number: Number(command.txnNumber), transaction, isCommitted: false });
        return transaction;
      }
      const transaction = findRunning(command)?.transaction;
      if (!transaction) throw createGone(command);
      return transaction;
    },
    commit(command) {
      const session = findRunning(command);
      if (!session?.transaction) throw createGone(command);
      if (!session.isCommitted) storage.commit(session.transaction);
      session.isCommitted = true;
      return {};
    },
    abort: (command) => abort(findRunning(command)),
  };
}

function getKey({ lsid }: Document): string {
  return (lsid as { id: Binary }).id.toString("hex");
}

function createGone({ txnNumber }: Document): ServerError {
  return new ServerError(251, `Transaction with { txnNumber: ${String(txnNumber)} } has been aborted.`);
}
