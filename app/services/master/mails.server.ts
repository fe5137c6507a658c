/** Mission control's view of the outbox: the mails that were given up, those that wait, and sending those that were given up again. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { mailListForm, retryMailsForm } from "~/domain/forms/master";
import { isUnsentState, UNSENT_STATES } from "~/domain/mails";
import type { PagePosition } from "~/domain/paging";
import { MAIL_RETRY_LIMITS } from "~/domain/rate-limits";
import { listUnsentMails, requestDeadMails, type MailRow } from "~/models/mail.server";
import type { Store } from "~/models/store/store";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation } from "../platform/operation.server";

/** Without the mail's content, whose links may contain tokens. */
const mailShape = z.object({
  id: z.string(),
  recipient: z.string(),
  template: z.string(),
  status: z.enum(UNSENT_STATES),
  attempts: z.number().int(),
  /** Why the last attempt failed; null before the first. */
  failure: z.string().nullable(),
  /** When the mail was queued. */
  queued: z.iso.datetime(),
  /** The next attempt, or the last one of a mail that was given up. */
  date: z.iso.datetime(),
});
type UnsentMail = z.infer<typeof mailShape>;

const mailsShape = z.object({
  mails: z.array(mailShape),
  next: z.string().nullable(),
  previous: z.string().nullable(),
});

export const listMails = defineOperation({
  name: "listMails",
  method: "GET",
  path: "/api/master/mails",
  summary:
    "List the emails that were given up (dead), newest first, or those that wait to be sent (waiting).",
  access: { permission: "master", state: "verified" },
  input: mailListForm,
  output: mailsShape,
  run: async (query, { app }) => ({ data: await readUnsentMails(app.store, query) }),
});

export const retryMails = defineOperation({
  name: "retryMails",
  method: "POST",
  path: "/api/master/mails/retry",
  summary: "Send emails again that were given up. One that is sent or waiting by now is left alone.",
  access: { permission: "master", state: "verified" },
  needsOwnSession: true,
  input: retryMailsForm,
  output: z.object({ retried: z.number().int() }),
  limits: MAIL_RETRY_LIMITS,
  async run({ ids }, context) {
    const { app } = context;
    const retried = await app.store.transaction(async (store) => {
      const count = await requestDeadMails(store, { ids, at: new Date() });
      if (count === 0) throw new AppError("conflict", "master:mails.not_dead");
      await recordAudit(store, context, { action: "mails_retried", target: String(count) });
      return count;
    });
    return { data: { retried }, message: "master:mails.retried" };
  },
});

/** A page of the mails in this state; an unknown one lists those that were given up. */
export async function readUnsentMails(
  store: Store,
  { status, ...at }: PagePosition & { status?: string },
): Promise<z.infer<typeof mailsShape>> {
  const wanted = isUnsentState(status) ? status : "dead";
  const { rows, next, previous } = await listUnsentMails(store, { status: wanted, at });
  return { mails: rows.map((row) => toResponse(row, wanted)), next, previous };
}

function toResponse(row: MailRow, status: UnsentMail["status"]): UnsentMail {
  const { id, recipient, template, attempts, failure } = row;
  const [queued, date] = [row.createdAt.toISOString(), row.dueAt.toISOString()];
  return { id, recipient, template, status, attempts, failure, queued, date };
}
