/**
 * The mails' colours and fonts, from the product's tokens. The light ones are inline, and every text has a background that is set
 * with it, so that a mail client which changes colours changes both or neither. The dark ones are in a style element: a client
 * that drops it shows the light mail.
 */
import type { CSSProperties } from "react";
import { BRAND_ACCENT } from "~/product/brand";

const CANVAS = "#f8fafc";
const SURFACE = "#ffffff";
const LINE = "#e2e8f0";
const TEXT = "#0f172a";
const MUTED = "#55637a";
const FONT = 'Inter, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';

const MAIL_WIDTH_PX = 600;

const paragraph: CSSProperties = { margin: "0 0 16px", fontSize: 15, lineHeight: "24px", color: TEXT };

const mailTheme = {
  body: { margin: 0, padding: "32px 12px", backgroundColor: CANVAS, fontFamily: FONT, color: TEXT },
  container: { maxWidth: MAIL_WIDTH_PX, margin: "0 auto" },
  brand: { margin: "0 4px 20px" },
  logo: {
    width: 28,
    height: 28,
    borderRadius: 7,
    backgroundColor: BRAND_ACCENT,
    color: SURFACE,
    fontSize: 16,
    lineHeight: "28px",
    fontWeight: 700,
    textAlign: "center",
  },
  brandName: { paddingLeft: 10, fontSize: 16, lineHeight: "28px", fontWeight: 600, color: TEXT },
  card: { backgroundColor: SURFACE, border: `1px solid ${LINE}`, borderRadius: 12 },
  // Names, emails and user texts may be one word that is wider than a phone.
  cardCell: { padding: "32px 28px 20px", wordBreak: "break-word" },
  title: { margin: "0 0 16px", fontSize: 22, lineHeight: "28px", fontWeight: 600, color: TEXT },
  paragraph,
  muted: { ...paragraph, fontSize: 13, lineHeight: "20px", color: MUTED },
  action: { margin: "24px 0" },
  button: {
    backgroundColor: BRAND_ACCENT,
    color: SURFACE,
    borderRadius: 8,
    padding: "12px 20px",
    fontSize: 15,
    fontWeight: 600,
    textDecoration: "none",
  },
  link: { color: BRAND_ACCENT, wordBreak: "break-all" },
  facts: { width: "100%", margin: "0 0 16px", fontSize: 15, lineHeight: "24px" },
  factName: {
    padding: "8px 16px 8px 0",
    borderBottom: `1px solid ${LINE}`,
    color: MUTED,
    verticalAlign: "top",
    wordBreak: "normal",
  },
  factValue: { padding: "8px 0", borderBottom: `1px solid ${LINE}`, color: TEXT, verticalAlign: "top" },
  footer: { margin: 0, padding: "20px 4px 0", fontSize: 12, lineHeight: "18px", color: MUTED },
} satisfies Record<string, CSSProperties>;

type MailPart = keyof typeof mailTheme;

/** The attributes of a part: its inline style, and the class that its dark colours go by. */
export function getLook(part: MailPart): { style: CSSProperties; className?: string } {
  const style = mailTheme[part];
  return part in DARK ? { style, className: `dark-${part}` } : { style };
}

const DARK_CANVAS = "#0b1120";
const DARK_SURFACE = "#111a2e";
const DARK_LINE = "#1f2b43";
const DARK_TEXT = "#e7ecf5";
const DARK_MUTED = "#9aa8bf";

/** A link is underlined text, because the brand's accent may be too dark. Button and logo keep their colours. */
const DARK: Partial<Record<MailPart, string>> = {
  body: `background-color: ${DARK_CANVAS}`,
  brandName: `color: ${DARK_TEXT}`,
  card: `background-color: ${DARK_SURFACE}; border-color: ${DARK_LINE}`,
  title: `color: ${DARK_TEXT}`,
  paragraph: `color: ${DARK_TEXT}`,
  muted: `color: ${DARK_MUTED}`,
  link: `color: ${DARK_TEXT}; text-decoration: underline`,
  factName: `color: ${DARK_MUTED}; border-color: ${DARK_LINE}`,
  factValue: `color: ${DARK_TEXT}; border-color: ${DARK_LINE}`,
  footer: `color: ${DARK_MUTED}`,
};

/** The body's colour stands on a table's cell as well. */
const SELECTORS: Partial<Record<MailPart, string>> = {
  // The outermost cell. React would escape ">".
  body: ".dark-body, .dark-body td:not(td td)",
};

/** The style element's text. It wins over the inline styles. */
export const DARK_STYLES = `@media (prefers-color-scheme: dark) {${Object.entries(DARK).map(toRule).join("")} }`;

function toRule([part, rules]: [string, string]): string {
  const selector = SELECTORS[part as MailPart] ?? `.dark-${part}`;
  return ` ${selector} { ${rules.replaceAll(/(?=;|$)/g, " !important")} }`;
}
