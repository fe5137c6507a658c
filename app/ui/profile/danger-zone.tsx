/** The danger zone: the form that closes the account or the user. */
import { ActionForm, SubmitButton } from "../form/action-form";
import { PasswordField, TextField } from "../form/fields";
import { ReauthenticationField, type ReauthenticationFieldProps } from "../form/reauthentication-field";
import { usePosted } from "../form/replies";
import { getButtonClass } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Notice } from "../kit/notice";
import { PasskeyConfirmation } from "../passkeys/passkey-confirmation";
import { useTexts } from "../use-texts";

interface DangerZoneProps extends ReauthenticationFieldProps {
  isOwner: boolean;
  ownsElsewhere: boolean;
  account: string;
  email: string;
  isPaid: boolean;
  /** API calls are billed too. */
  isMetered: boolean;
}

/** Owners close the account, other users close only their user. The form is folded until the user opens it. */
export function DangerZone(props: DangerZoneProps) {
  const { t } = useTexts("profile");
  const { isOwner, ownsElsewhere, account } = props;
  // The errors of a rejected form must not be hidden in a folded form.
  const wasRejected = usePosted({ intent: toIntent(props) })?.ok === false;
  return (
    <Card id="close" className="!border-bad">
      <CardHeader
        title={t("closing.title")}
        description={isOwner ? t("closing.of_account", { account }) : t("closing.of_user")}
      />
      <CardBody>
        {ownsElsewhere ? (
          <Notice>{t("closing.owns_account")}</Notice>
        ) : (
          <details
            className="group"
            open={wasRejected}
            // The card is the last one of the page: its form would open below the window's edge.
            onToggle={({ currentTarget }) => {
              if (currentTarget.open) currentTarget.scrollIntoView({ block: "nearest" });
            }}
          >
            <summary className={`${getButtonClass({ variant: "danger" })} list-none group-open:mb-5`}>
              {isOwner ? t("closing.open_account") : t("closing.open_user")}
            </summary>
            <ClosingForm {...props} />
          </details>
        )}
      </CardBody>
    </Card>
  );
}

function toIntent({ isOwner }: Pick<DangerZoneProps, "isOwner">): string {
  return isOwner ? "close-account" : "close-user";
}

function ClosingForm({
  isOwner,
  account,
  email,
  method,
  isRecent,
  hasPasskey,
  ...consequences
}: DangerZoneProps) {
  const { t } = useTexts("profile");
  const confirmed = isOwner ? account : email;
  return (
    <ActionForm
      intent={toIntent({ isOwner })}
      action="#close"
      className="max-w-md"
      schema={() =>
        import("~/domain/forms/profile").then((forms) =>
          method === "password" && !hasPasskey ? forms.closingPageForm : forms.closingPageFormWithoutPassword,
        )
      }
    >
      <Consequences isOwner={isOwner} {...consequences} />
      <TextField
        name="confirmation"
        label={isOwner ? t("closing.type_account") : t("closing.type_email")}
        hint={<b className="break-words font-medium text-text">{confirmed}</b>}
        autoComplete="off"
      />
      {method === "password" ? (
        <PasswordOrPasskey hasPasskey={hasPasskey} />
      ) : (
        <ReauthenticationField isRecent={isRecent} method={method} hasPasskey={hasPasskey} />
      )}
      <SubmitButton variant="danger" className="justify-self-start">
        {isOwner ? t("closing.submit_account") : t("closing.submit_user")}
      </SubmitButton>
    </ActionForm>
  );
}

function PasswordOrPasskey({ hasPasskey }: Pick<DangerZoneProps, "hasPasskey">) {
  const { t } = useTexts("profile");
  const field = (
    <PasswordField name="password" label={t("closing.password")} autoComplete="current-password" />
  );
  return hasPasskey ? <PasskeyConfirmation>{field}</PasskeyConfirmation> : field;
}

function Consequences({
  isOwner,
  isPaid,
  isMetered,
}: Pick<DangerZoneProps, "isMetered" | "isOwner" | "isPaid">) {
  const { t } = useTexts("profile");
  return (
    <ul className="grid list-disc gap-1 pl-5 text-sm text-muted">
      <li>{isOwner ? t("closing.account_goes") : t("closing.user_goes")}</li>
      {isOwner ? <li>{t("closing.members_go")}</li> : null}
      {isOwner && isPaid ? <li>{t("closing.plan_ends")}</li> : null}
      {isOwner && isPaid && isMetered ? <li>{t("closing.usage_billed")}</li> : null}
      <li>{t("closing.for_ever")}</li>
    </ul>
  );
}
