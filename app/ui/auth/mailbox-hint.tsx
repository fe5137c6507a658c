/** Where to read mails that stay on this machine. */
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { Notice } from "../kit/notice";

/** Renders nothing unless the installation keeps its mails as files. */
export function MailboxHint({ isMailLocal }: { isMailLocal: boolean }) {
  const { t } = useTranslation("auth");
  if (!isMailLocal) return null;
  return (
    <Notice
      tone="accent"
      action={
        <a href={paths.devMail} target="_blank" rel="noreferrer" className="font-medium underline">
          {t("verify.dev_link")}
        </a>
      }
    >
      {t("verify.dev")}
    </Notice>
  );
}
