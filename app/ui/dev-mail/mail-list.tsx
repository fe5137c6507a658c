/** The list at /dev/mail: every mail that was written to a file, newest first. It shows new ones by itself. */
import { Link } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { ButtonLink } from "../kit/button";
import { Card } from "../kit/card";
import { Icon } from "../kit/icon";
import { Time } from "../kit/time";
import { StandInLayout } from "../layout/stand-in-layout";
import { useAutoRefresh } from "../session/use-auto-refresh";
import { useTexts } from "../use-texts";

interface ListedMail {
  id: string;
  to: string;
  subject: string;
  /** ISO 8601. */
  date: string;
}

export function MailList({ mails }: { mails: readonly ListedMail[] }) {
  const { t } = useTexts("dev");
  useAutoRefresh(true);
  return (
    <StandInLayout page="mail" note={t("mail.note")}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t("mail.title")}</h1>
        <ButtonLink to={paths.devMail} replace size="sm">
          <Icon name="refresh-cw" />
          {t("mail.refresh")}
        </ButtonLink>
      </div>
      <Card>{mails.length === 0 ? <Empty /> : <Mails mails={mails} />}</Card>
    </StandInLayout>
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
  const { t } = useTexts("dev");
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
  const { t } = useTexts("dev");
  return (
    <div className="grid justify-items-center gap-1 px-5 py-14 text-center">
      <Icon name="inbox" className="mb-2 size-6 text-faint" />
      <h2>{t("mail.empty_title")}</h2>
      <p className="max-w-sm text-balance text-muted">{t("mail.empty_text")}</p>
    </div>
  );
}
