/** Says on the dashboard that an offer of the account's ownership waits for the viewer's answer. */
import { paths } from "~/domain/paths";
import { ButtonLink } from "../kit/button";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";

export function OwnershipOffer({ account }: { account: string }) {
  const { t } = useTexts("dashboard");
  return (
    <Notice
      tone="accent"
      title={t("offer.title", { account })}
      action={
        <ButtonLink to={paths.account} size="sm">
          {t("offer.answer")}
        </ButtonLink>
      }
    >
      {t("offer.text")}
    </Notice>
  );
}
