/** One mail at /dev/mail/:id: its headers, its links as buttons, and its content as HTML or as text. */
import { Link } from "@remix-run/react";
import clsx from "clsx";
import type { ReactNode } from "react";
import { formatGroupedNumber } from "~/domain/numbers";
import { paths } from "~/domain/paths";
import { getButtonClass } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Icon } from "../kit/icon";
import { TextLink } from "../kit/text-link";
import { Time } from "../kit/time";
import { StandInLayout } from "../layout/stand-in-layout";
import { useTexts } from "../use-texts";

export interface ViewedMail {
  id: string;
  from: string;
  to: string;
  subject: string;
  /** ISO 8601. */
  date: string;
  html: string;
  text: string;
  links: readonly { href: string; label: string }[];
  /** `size` is in bytes. */
  attachments: readonly { name: string; size: number }[];
}

interface MailViewProps {
  mail: ViewedMail;
  /** Shows the plain text instead of the HTML. */
  isText: boolean;
}

export function MailView({ mail, isText }: MailViewProps) {
  const { t } = useTexts("dev");
  const subject = mail.subject || t("mail.no_subject");
  return (
    <StandInLayout page="mail" note={t("mail.note")}>
      <TextLink to={paths.devMail} className="inline-flex items-center gap-1.5 justify-self-start">
        <Icon name="arrow-left" />
        {t("mail.back")}
      </TextLink>
      <h1 className="break-words">{subject}</h1>
      <Card>
        <CardBody isAlone>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
            <Fact name={t("mail.from")}>{mail.from}</Fact>
            <Fact name={t("mail.to")}>{mail.to}</Fact>
            <Fact name={t("mail.date")}>
              <Time iso={mail.date} />
            </Fact>
          </dl>
        </CardBody>
      </Card>
      {mail.links.length > 0 ? <Links links={mail.links} /> : null}
      {mail.attachments.length > 0 ? <Attachments mail={mail} /> : null}
      <Card>
        <nav aria-label={t("mail.shape")} className="flex gap-5 border-b border-line px-5">
          <Tab to={paths.devMailMessage(mail.id)} isCurrent={!isText}>
            {t("mail.as_html")}
          </Tab>
          <Tab to="?as=text" isCurrent={isText}>
            {t("mail.as_text")}
          </Tab>
        </nav>
        {isText ? (
          <pre className="overflow-x-auto whitespace-pre-wrap break-words p-5 font-mono text-sm">
            {mail.text}
          </pre>
        ) : (
          // Without scripts and without an origin, because a mail may contain what another user typed. Links open in the whole window.
          <iframe
            title={t("mail.frame", { subject })}
            srcDoc={removeStyleElement(mail.html)}
            sandbox="allow-popups allow-top-navigation-by-user-activation"
            referrerPolicy="no-referrer"
            className="block h-[40rem] w-full bg-white"
          />
        )}
      </Card>
    </StandInLayout>
  );
}

/** The page's content security policy, which the frame has too, allows no style element: the frame shows the light version. */
function removeStyleElement(html: string): string {
  return html.replace(/<style>[^<]*<\/style>/, "");
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

/** Outside the iframe, so that every link works whatever the browser allows a page in an iframe. */
function Links({ links }: { links: ViewedMail["links"] }) {
  const { t } = useTexts("dev");
  return (
    <Card>
      <CardHeader title={t("mail.links")} />
      <CardBody>
        <ul className="grid gap-3">
          {links.map(({ href, label }) => (
            <li key={href} className="grid justify-items-start gap-1">
              <a href={href} className={getButtonClass({ variant: "primary" })}>
                {label}
              </a>
              <span className="max-w-full break-all text-sm text-muted">{href}</span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

function Attachments({ mail }: { mail: ViewedMail }) {
  const { t, locale } = useTexts("dev");
  return (
    <Card>
      <CardHeader title={t("mail.attachments")} />
      <CardBody>
        <ul className="grid gap-3">
          {mail.attachments.map(({ name, size }, index) => (
            <li key={`${index} ${name}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <a
                href={paths.devMailAttachment(mail.id, index)}
                download={name}
                className={getButtonClass({ variant: "secondary" })}
              >
                <Icon name="download" />
                <span className="min-w-0 break-all">{name}</span>
              </a>
              <span className="text-sm text-muted">
                {t("mail.kilobytes", { size: formatGroupedNumber(Math.ceil(size / 1024), locale) })}
              </span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

interface TabProps {
  to: string;
  isCurrent: boolean;
  children: ReactNode;
}

/** A link, so that it works without a script. */
function Tab({ to, isCurrent, children }: TabProps) {
  return (
    <Link
      to={to}
      replace
      preventScrollReset
      aria-current={isCurrent ? "page" : undefined}
      className={clsx(
        "-mb-px border-b-2 px-0.5 py-3 font-medium -outline-offset-2",
        isCurrent ? "border-accent-text text-text" : "border-transparent text-muted hover:text-text",
      )}
    >
      {children}
    </Link>
  );
}
