/**
 * The mails' colours and fonts: the light values of the product's tokens. All styles are inline, and every
 * text has a background that is set with it, so that a mail client with a dark mode changes both or neither.
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

export const mailTheme = {
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
