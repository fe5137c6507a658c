/** The banner over the billing page while the subscription is neither active nor trialing. Spec §4 and §8. */
import { useTranslation } from "react-i18next";
import type { SubscriptionStatus } from "~/domain/plans";
import { paths } from "~/domain/paths";
import { ButtonLink } from "../kit/button";
import { Notice } from "../kit/notice";

/** What is wrong and what to do about it; nothing while all is well. */
export function SubscriptionBanner({ status }: { status: SubscriptionStatus }) {
  const { t } = useTranslation("billing");
  switch (status) {
    case "active":
    case "trialing":
      return null;
    case "requires_payment_method":
      return (
        <Notice tone="bad" title={t("banner.requires_payment_method")}>
          {t("banner.requires_payment_method_what")}
        </Notice>
      );
    case "requires_action":
      return (
        <Notice
          tone="warn"
          title={t("banner.requires_action")}
          action={
            // A whole page: what the provider says now is read anew, with scripts or without.
            <ButtonLink to={paths.billing} reloadDocument size="sm">
              {t("banner.refresh")}
            </ButtonLink>
          }
        >
          {t("banner.requires_action_what")}
        </Notice>
      );
    case "canceled":
      return (
        <Notice
          tone="bad"
          title={t("banner.canceled")}
          action={
            <ButtonLink to={paths.choosePlan} size="sm">
              {t("banner.choose")}
            </ButtonLink>
          }
        >
          {t("banner.canceled_what")}
        </Notice>
      );
  }
}
