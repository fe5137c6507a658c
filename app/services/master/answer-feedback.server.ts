/** Answering feedback: one mail to the user who gave it, from mission control. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { feedbackAnswerForm } from "~/domain/forms/master";
import { FEEDBACK_ANSWER_LIMITS } from "~/domain/rate-limits";
import { findFeedback, setFeedbackAnswer } from "~/models/feedback.server";
import { findUser } from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import { queueMail } from "../platform/mail/outbox.server";
import { defineOperation, requireViewer } from "../platform/operation.server";

export const answerFeedback = defineOperation({
  name: "answerFeedback",
  method: "POST",
  path: "/api/master/feedback/answer",
  summary:
    "Answer feedback by email, in the language of the user who gave it. Their reply goes to the support email. Each " +
    "feedback can be answered once.",
  access: { permission: "master", state: "verified" },
  needsOwnSession: true,
  input: feedbackAnswerForm,
  output: z.object({}),
  limits: FEEDBACK_ANSWER_LIMITS,
  async run({ id, answer }, context) {
    const { app } = context;
    const { name: answeredBy } = requireViewer(context).user;
    await app.store.transaction(async (store) => {
      const feedback = await findFeedback(store, { id });
      const user = feedback && (await findUser(store, { id: feedback.userId }));
      if (!feedback || !user) throw new AppError("not_found", "errors:not_found");
      // Until it is verified, the email may be another person's.
      if (!user.verifiedAt) throw new AppError("conflict", "master:feedback.unverified");
      if (!(await setFeedbackAnswer(store, { id, answer, answeredBy, answeredAt: new Date() })))
        throw new AppError("conflict", "master:feedback.answered_before");
      await queueMail(store, app.secrets, {
        template: "feedback_answer",
        to: user.email,
        locale: user.locale,
        values: {
          name: user.name,
          comment: feedback.comment,
          answer,
          supportEmail: app.config.supportEmail,
        },
      });
      const { accountId } = feedback;
      await recordAudit(store, context, { action: "feedback_answered", target: user.email, accountId });
    });
    return { data: {}, message: "master:feedback.answer_sent" };
  },
});
