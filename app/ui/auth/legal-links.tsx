/** The legal pages that a new user agrees to, where the brand has them. */
import { BRAND_PRIVACY, BRAND_TERMS } from "~/product/brand";
import { useTexts } from "../use-texts";

export function LegalLinks() {
  const { t } = useTexts("auth");
  const links = [
    ...(BRAND_TERMS === null ? [] : [{ label: t("sign_up.terms"), href: BRAND_TERMS }]),
    ...(BRAND_PRIVACY === null ? [] : [{ label: t("sign_up.privacy"), href: BRAND_PRIVACY }]),
  ];
  if (links.length === 0) return null;
  return (
    <p className="text-balance text-center text-sm text-muted">
      {t("sign_up.legal")}{" "}
      {links.map(({ label, href }, index) => (
        <span key={href}>
          {index > 0 ? " · " : null}
          <a href={href} className="link">
            {label}
          </a>
        </span>
      ))}
    </p>
  );
}
