/** Where to read mails that stay on this machine. */
import { paths } from "~/domain/paths";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";

/** Renders nothing unless the installation keeps its mails as files. */
export function MailboxHint({ isMailLocal }: { isMailLocal: boolean }) {
  const { t } = useTexts("links");
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
