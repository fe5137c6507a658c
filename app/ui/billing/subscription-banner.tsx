/** The banner of a subscription that needs attention: what is wrong, and the button that leads out of it. */
import type { SubscriptionStatus } from "~/domain/plans";
import { paths } from "~/domain/paths";
import { ActionForm, SubmitButton } from "../form/action-form";
import { usePosted } from "../form/replies";
import { ButtonLink } from "../kit/button";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";
import { CardOnFile, type CardBoxProps } from "./card-box";

interface SubscriptionBannerProps {
  status: SubscriptionStatus;
  /** The payment provider, which asks the card holder to authorize a payment. */
  provider: CardBoxProps;
}

/** Renders nothing while the subscription is active or trialing. */
export function SubscriptionBanner({ status, provider }: SubscriptionBannerProps) {
  const { t } = useTexts("billing");
  switch (status) {
    case "active":
    case "trialing":
      return null;
    case "requires_payment_method":
      return (
        <Notice
          tone="bad"
          title={t("banner.requires_payment_method")}
          action={
            <ButtonLink to={paths.updateCard} size="sm">
              {t("banner.update_card")}
            </ButtonLink>
          }
        >
          {t("banner.requires_payment_method_what")}
        </Notice>
      );
    case "requires_action":
      return (
        <Notice
          tone="warn"
          title={t("banner.requires_action")}
          action={<AuthorizeForm provider={provider} />}
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

/** Asks for the bank's confirmation in place. The link reads the status again, with scripts or without. */
export function AuthorizeForm({
  provider,
  hasRefresh = true,
}: Pick<SubscriptionBannerProps, "provider"> & { hasRefresh?: boolean }) {
  const { t } = useTexts("billing");
  const posted = usePosted({ intent: "pay" });
  const isAsked = posted?.ok === true && posted.requires_payment_action === true;
  return (
    <ActionForm intent="pay" confirmsEarly className="!gap-2">
      <CardOnFile {...provider} />
      {isAsked ? (
        <noscript>
          <p role="alert">{t("checkout.needs_script")}</p>
        </noscript>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <SubmitButton variant="secondary" size="sm">
          {t("banner.authorize")}
        </SubmitButton>
        {hasRefresh ? (
          <ButtonLink to={paths.billing} reloadDocument size="sm" variant="quiet">
            {t("banner.refresh")}
          </ButtonLink>
        ) : null}
      </div>
    </ActionForm>
  );
}
