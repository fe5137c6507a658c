/**
 * The layout of every mail (the logo, a card with the text, why the mail was sent) and the pieces that the
 * text is made of.
 */
import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { Text } from "@react-email/text";
import type { ReactNode } from "react";
import type { Locale } from "~/domain/locales";
import type { MailKey, Translate } from "~/domain/message-keys";
import { PRODUCT_NAME } from "~/domain/product";
import { getFirstName } from "~/domain/text";
import { LegalLines } from "./legal";
import { DARK_STYLES, getLook } from "./theme";

interface LayoutProps {
  locale: Locale;
  title: string;
  /** The text that a mail client shows next to the subject. */
  preview: string;
  /** Why the recipient gets this mail. */
  reason: string;
  /** For a mail that the recipient can turn off: the link that does it. */
  stop?: { label: string; href: string };
  children: ReactNode;
}

export function MailLayout({ locale, title, preview, reason, stop, children }: LayoutProps) {
  return (
    <Html lang={locale}>
      <Head>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{DARK_STYLES}</style>
      </Head>
      <Body {...getLook("body")}>
        <Preview>{preview}</Preview>
        <Container {...getLook("container")}>
          <Brand />
          <Card>
            <Heading as="h1" {...getLook("title")}>
              {title}
            </Heading>
            {children}
          </Card>
          <Text {...getLook("footer")}>
            {reason}
            {stop ? (
              <>
                <br />
                <Link href={stop.href} {...getLook("link")}>
                  {stop.label}
                </Link>
              </>
            ) : null}
          </Text>
          <LegalLines />
        </Container>
      </Body>
    </Html>
  );
}

/** The link of a mail that its recipient can turn off. */
export function getStopLink({
  t,
  values: { stopLink },
}: {
  t: Translate<MailKey>;
  values: { stopLink?: string };
}): LayoutProps["stop"] {
  return stopLink === undefined ? undefined : { label: t("mail:layout.stop"), href: stopLink };
}

/** The logo is text on a colour, because mail clients block pictures and drop SVG. */
function Brand() {
  return (
    <table {...plainTable} {...getLook("brand")} data-skip-in-text="true">
      <tbody>
        <tr>
          <td {...getLook("logo")} aria-hidden="true">
            {Array.from(PRODUCT_NAME)[0]}
          </td>
          <td {...getLook("brandName")}>{PRODUCT_NAME}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** The cell has the padding, because Outlook ignores a table's. */
function Card({ children }: { children: ReactNode }) {
  return (
    <table {...plainTable} width="100%" {...getLook("card")}>
      <tbody>
        <tr>
          <td {...getLook("cardCell")}>{children}</td>
        </tr>
      </tbody>
    </table>
  );
}

const plainTable = { role: "presentation", cellPadding: 0, cellSpacing: 0, border: 0 };

/**
 * "Hello Grace,", by the first name. A name that a mail client would turn into a link is left out: a stranger can sign up with
 * another user's email, and the greeting must not carry an advertisement to that mailbox.
 */
export function Greeting({ t, name }: { t: Translate<MailKey>; name: string }) {
  return (
    <Paragraph>
      {isPlainName(name)
        ? t("mail:layout.greeting", { name: getFirstName(name) })
        : t("mail:layout.greeting_nameless")}
    </Paragraph>
  );
}

/** Whether the name is present, and contains nothing that a mail client would turn into a link. */
export function isPlainName(name: string): boolean {
  return name.trim() !== "" && !/[/@:\\]|www\.|\.\p{L}{2,}/iu.test(name);
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <Text {...getLook("paragraph")}>{children}</Text>;
}

export function Note({ children }: { children: ReactNode }) {
  return <Text {...getLook("muted")}>{children}</Text>;
}

/** The mail's one button, and its URL in full for readers whose mail client breaks buttons. */
export function ActionButton({ t, href, label }: { t: Translate<MailKey>; href: string; label: string }) {
  return (
    <>
      <Text {...getLook("action")}>
        <Button href={href} {...getLook("button")}>
          {label}
        </Button>
      </Text>
      <div data-skip-in-text="true">
        <Note>
          {t("mail:layout.link_fallback")}
          <br />
          <UrlLink href={href} />
        </Note>
      </div>
    </>
  );
}

/** A link that shows its URL. */
export function UrlLink({ href }: { href: string }) {
  return (
    <Link href={href} {...getLook("link")}>
      {href}
    </Link>
  );
}

/** Names and values, one pair in each row. */
export function Facts({ rows }: { rows: [name: string, value: string][] }) {
  return (
    <table {...plainTable} {...getLook("facts")}>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <td {...getLook("factName")}>{name}</td>
            <td {...getLook("factValue")}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
