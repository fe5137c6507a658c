/** How an invited user joins: as a new user, with the password of their existing user, or as the signed-in user. */
import type { JoiningAs } from "~/domain/forms/team";
import { paths } from "~/domain/paths";
import { ActionForm } from "../form/action-form";
import { PasswordField, TextField } from "../form/fields";
import { NewPasswordField } from "../form/new-password-field";
import { PostForm } from "../form/post-form";
import { Button, ButtonLink } from "../kit/button";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";

interface JoinFormProps {
  /** The link's token. */
  token: string;
  /** The email that the invitation was sent to. */
  email: string;
  account: string;
  /** The email of the user who is signed in in this browser. */
  signedInAs: string | null;
  as: JoiningAs;
}

export function JoinForm(props: JoinFormProps) {
  switch (props.as) {
    case "new":
      return <NewUserForm {...props} />;
    case "known":
      return <ExistingUserForm {...props} />;
    case "known_without_password":
      return <SignInNotice {...props} />;
    case "signed_in":
      return <ConfirmForm {...props} />;
    case "somebody_else":
      return <OtherUserNotice {...props} />;
  }
}

function NewUserForm({ token, email }: JoinFormProps) {
  const { t } = useTexts("auth");
  const submitLabel = useTexts("team").t("join.submit");
  return (
    <ActionForm
      intent="join"
      action={paths.joinWith(token, email)}
      schema={() => import("~/domain/forms/team").then((forms) => forms.joinForm)}
      submitLabel={submitLabel}
    >
      <InvitedEmail token={token} email={email} />
      <TextField name="name" label={t("sign_up.name")} autoComplete="name" />
      <NewPasswordField name="password" label={t("sign_up.password")} />
      <PasswordField name="confirm_password" label={t("sign_up.confirm")} autoComplete="new-password" />
    </ActionForm>
  );
}

function ExistingUserForm({ token, email }: JoinFormProps) {
  const { t } = useTexts("team");
  return (
    <ActionForm
      intent="join"
      action={paths.joinWith(token, email)}
      schema={() => import("~/domain/forms/team").then((forms) => forms.joinKnownForm)}
      submitLabel={t("join.submit")}
    >
      <InvitedEmail token={token} email={email} />
      <PasswordField
        name="password"
        label={t("join.password")}
        hint={t("join.password_hint")}
        autoComplete="current-password"
      />
    </ActionForm>
  );
}

/** The invitation decides the email. The field also sends it for the password manager. */
function InvitedEmail({ token, email }: Pick<JoinFormProps, "token" | "email">) {
  const { t } = useTexts("auth");
  return (
    <>
      <input type="hidden" name="invite_id" value={token} />
      <input type="hidden" name="email" value={email} autoComplete="username" />
      <p className="text-control">
        <span className="block font-medium">{t("sign_up.email")}</span>
        <span className="mt-1.5 block break-all text-muted">{email}</span>
      </p>
    </>
  );
}

function SignInNotice({ token, email }: JoinFormProps) {
  const { t } = useTexts("team");
  return (
    <>
      <Notice tone="accent">{t("join.sign_in_first", { email })}</Notice>
      <ButtonLink to={paths.signInAgain(paths.joinWith(token, email))} variant="primary" isBlock>
        {t("join.to_sign_in")}
      </ButtonLink>
    </>
  );
}

function ConfirmForm({ token, email, account }: JoinFormProps) {
  const { t } = useTexts("team");
  return (
    <PostForm
      intent="accept"
      fields={{ invite_id: token }}
      action={paths.joinWith(token, email)}
      className="grid gap-[18px]"
    >
      <p className="break-words text-muted">{t("join.signed_in", { email })}</p>
      <Button type="submit" variant="primary" isBlock>
        {t("join.confirm", { account })}
      </Button>
    </PostForm>
  );
}

function OtherUserNotice({ token, email, signedInAs }: JoinFormProps) {
  const { t } = useTexts("team");
  return (
    <>
      <Notice tone="warn">{t("join.somebody_else", { email, other: signedInAs ?? "" })}</Notice>
      <PostForm action={paths.signOut}>
        <input type="hidden" name="return_to" value={paths.joinWith(token, email)} />
        <Button type="submit" variant="primary" isBlock>
          {t("join.sign_out")}
        </Button>
      </PostForm>
    </>
  );
}
