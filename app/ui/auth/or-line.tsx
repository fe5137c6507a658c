/** The line between a form and the other ways to do what it does. */
import { useTranslation } from "react-i18next";

export function OrLine() {
  const { t } = useTranslation("auth");
  return (
    <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t("sign_in.or")}
    </p>
  );
}
