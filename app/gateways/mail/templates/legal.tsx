/** Under every mail where the brand has them: who sends it, from where, and the legal pages. */
import { Link } from "@react-email/link";
import { Text } from "@react-email/text";
import { createContext, useContext, type ReactElement } from "react";
import type { MailKey, Translate } from "~/domain/message-keys";
import { BRAND_ADDRESS, BRAND_COMPANY, BRAND_PRIVACY, BRAND_TERMS } from "~/product/brand";
import { getLook } from "./theme";

/** Templates hand their layout texts, and no translator. */
const TranslatorContext = createContext<Translate<MailKey> | null>(null);

/** Returns the mail with what `LegalLines` need. */
export function provideLegalTexts(t: Translate<MailKey>, mail: ReactElement): ReactElement {
  return <TranslatorContext.Provider value={t}>{mail}</TranslatorContext.Provider>;
}

export function LegalLines() {
  const t = useContext(TranslatorContext);
  const sender = [BRAND_COMPANY, BRAND_ADDRESS?.replaceAll("\n", ", ")].filter(Boolean).join(", ");
  const links = t ? listLegalLinks(t) : [];
  if (sender === "" && links.length === 0) return null;
  return (
    <Text {...getLook("footer")}>
      {sender}
      {sender !== "" && links.length > 0 ? <br /> : null}
      {links.map(({ label, href }, index) => (
        <span key={href}>
          {index > 0 ? " · " : null}
          <Link href={href} {...getLook("link")}>
            {label}
          </Link>
        </span>
      ))}
    </Text>
  );
}

function listLegalLinks(t: Translate<MailKey>): { label: string; href: string }[] {
  return [
    ...(BRAND_TERMS === null ? [] : [{ label: t("mail:layout.terms"), href: BRAND_TERMS }]),
    ...(BRAND_PRIVACY === null ? [] : [{ label: t("mail:layout.privacy"), href: BRAND_PRIVACY }]),
  ];
}
