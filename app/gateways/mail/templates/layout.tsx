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
import { LegalLines } from "./legal";
import { mailTheme } from "./theme";

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
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
        <title>{title}</title>
      </Head>
      <Body style={mailTheme.body}>
        <Preview>{preview}</Preview>
        <Container style={mailTheme.container}>
          <Brand />
          <Card>
            <Heading as="h1" style={mailTheme.title}>
              {title}
            </Heading>
            {children}
          </Card>
          <Text style={mailTheme.footer}>
            {reason}
            {stop ? (
              <>
                <br />
                <Link href={stop.href} style={mailTheme.link}>
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
    <table {...plainTable} style={mailTheme.brand} data-skip-in-text="true">
      <tbody>
        <tr>
          <td style={mailTheme.logo} aria-hidden="true">
            {Array.from(PRODUCT_NAME)[0]}
          </td>
          <td style={mailTheme.brandName}>{PRODUCT_NAME}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** The cell has the padding, because Outlook ignores a table's. */
function Card({ children }: { children: ReactNode }) {
  return (
    <table {...plainTable} width="100%" style={mailTheme.card}>
      <tbody>
        <tr>
          <td style={mailTheme.cardCell}>{children}</td>
        </tr>
      </tbody>
    </table>
  );
}

const plainTable = { role: "presentation", cellPadding: 0, cellSpacing: 0, border: 0 };

/**
 * "Hello Grace,". A name that a mail client would turn into a link is left out: a stranger can sign up with
 * another user's email, and the greeting must not carry an advertisement to that mailbox.
 */
export function Greeting({ t, name }: { t: Translate<MailKey>; name: string }) {
  return (
    <Paragraph>
      {isPlainName(name) ? t("mail:layout.greeting", { name }) : t("mail:layout.greeting_nameless")}
    </Paragraph>
  );
}

/** Whether the name is present, and contains nothing that a mail client would turn into a link. */
export function isPlainName(name: string): boolean {
  return name.trim() !== "" && !/[/@:\\]|www\.|\.\p{L}{2,}/iu.test(name);
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <Text style={mailTheme.paragraph}>{children}</Text>;
}

export function Note({ children }: { children: ReactNode }) {
  return <Text style={mailTheme.muted}>{children}</Text>;
}

/** The mail's one button, and its URL in full for readers whose mail client breaks buttons. */
export function ActionButton({ t, href, label }: { t: Translate<MailKey>; href: string; label: string }) {
  return (
    <>
      <Text style={mailTheme.action}>
        <Button href={href} style={mailTheme.button}>
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
    <Link href={href} style={mailTheme.link}>
      {href}
    </Link>
  );
}

/** Names and values, one pair in each row. */
export function Facts({ rows }: { rows: [name: string, value: string][] }) {
  return (
    <table {...plainTable} style={mailTheme.facts}>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <td style={mailTheme.factName}>{name}</td>
            <td style={mailTheme.factValue}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
