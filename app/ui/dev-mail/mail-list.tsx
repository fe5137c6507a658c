/** The list at /dev/mail: every mail that was written to a file, newest first. */
import { Link } from "@remix-run/react";
import Inbox from "lucide-react/icons/inbox";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { ButtonLink } from "../kit/button";
import { Card } from "../kit/card";
import { Time } from "../kit/time";
import { MailLayout } from "./mail-layout";

export interface ListedMail {
  id: string;
  to: string;
  subject: string;
  /** ISO 8601. */
  date: string;
}

export function MailList({ mails }: { mails: readonly ListedMail[] }) {
  const { t } = useTranslation("dev");
  return (
    <MailLayout>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t("mail.title")}</h1>
        <ButtonLink to={paths.devMail} replace size="sm">
          <RefreshCw aria-hidden />
          {t("mail.refresh")}
        </ButtonLink>
      </div>
      <Card>{mails.length === 0 ? <Empty /> : <Mails mails={mails} />}</Card>
    </MailLayout>
  );
}

function Mails({ mails }: { mails: readonly ListedMail[] }) {
  return (
    <ul className="divide-y divide-line">
      {mails.map((mail) => (
        <li key={mail.id}>
          <MailRow mail={mail} />
        </li>
      ))}
    </ul>
  );
}

function MailRow({ mail }: { mail: ListedMail }) {
  const { t } = useTranslation("dev");
  const subject = mail.subject || t("mail.no_subject");
  return (
    <Link
      to={paths.devMailMessage(mail.id)}
      className="grid gap-x-4 px-5 py-3 -outline-offset-2 hover:bg-sunken sm:grid-cols-[1fr_auto]"
    >
      <span className="min-w-0 truncate font-medium" title={subject}>
        {subject}
      </span>
      <span className="text-sm text-muted sm:text-right">
        <Time iso={mail.date} />
      </span>
      <span className="min-w-0 truncate text-sm text-muted sm:col-span-2" title={mail.to}>
        {mail.to}
      </span>
    </Link>
  );
}

function Empty() {
  const { t } = useTranslation("dev");
  return (
    <div className="grid justify-items-center gap-1 px-5 py-14 text-center">
      <Inbox aria-hidden className="mb-2 size-6 text-faint" />
      <h2>{t("mail.empty_title")}</h2>
      <p className="max-w-sm text-balance text-muted">{t("mail.empty_text")}</p>
    </div>
  );
}
