/** Faults of the mail server. */
import { createSmtpError, type MailFault } from "../../support/mail-server";
import { STORES, type Kind } from "../kind";
import type { Stage } from "../stage";

const HANG_SECONDS = 12;

export const MAIL_KINDS: readonly Kind[] = [
  describe({
    ...{ id: "mail-refused", name: "the mail server refuses each mail for now (451)" },
    createFault: () => (answer) => answer(createSmtpError(451, "try again later")),
  }),
  describe({
    ...{ id: "mail-hang", name: "the mail server takes a mail and answers nothing", seconds: HANG_SECONDS },
    createFault: () => () => undefined,
  }),
  describe({
    ...{ id: "mail-too-many", name: "the mail server wants no more mails (421)" },
    createFault: () => (answer) => answer(createSmtpError(421, "too many mails")),
  }),
  describe({
    ...{ id: "mail-lost-answer", name: "the mail server keeps a mail, and its answer is lost" },
    createFault:
      ({ mails }) =>
      (_answer, keep) => {
        keep();
        mails.cut();
      },
  }),
];

interface NamedFault {
  id: string;
  name: string;
  createFault(stage: Stage): MailFault;
  seconds?: number;
}

function describe({ id, name, createFault, seconds }: NamedFault): Kind {
  return {
    ...{ id, name, group: "mail", stores: STORES },
    way: {
      by: "traffic",
      // No request waits for a mail.
      allows: "unavailable",
      ...(seconds !== undefined && { seconds }),
      weights: {
        ...{
          "sign-up": 3,
          "mailed link": 4,
          invite: 4,
          join: 2,
          "use of a link": 2,
          subscribe: 2,
          session: 2,
        },
      },
      harm(stage) {
        stage.mails.answerBy(createFault(stage));
        return Promise.resolve(() => {
          stage.mails.answerBy(null);
          stage.mails.cut();
        });
      },
    },
  };
}
