/**
 * /signin/otp: the second factor of a sign-in. The challenge stays in the URL: it is useless without a code, and a phone
 * may reload the page while the user looks at the app.
 */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { toSafeRedirectPath, paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { hasKeyForChallenge, signInWithCode } from "~/services/identity/sign-in-code.server";
import { getRedirectAfterSignIn } from "~/services/sign-in/sign-in.server";
import { ActionForm } from "~/ui/form/action-form";
import { CodeField } from "~/ui/form/code-field";
import { TextField } from "~/ui/form/fields";
import { HiddenField } from "~/ui/form/hidden-field";
import { TextLink } from "~/ui/kit/text-link";
import { KeyButton } from "~/ui/passkeys/key-button";
import { AuthLayout } from "~/ui/layout/auth-layout";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = {
  title: "common:title.code",
  description: "common:description.code",
  texts: ["auth"],
};

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.signInCode, async ({ app, url: { searchParams } }) => {
    const token = searchParams.get("token");
    if (!token) throw redirect(paths.signIn);
    const next = toSafeRedirectPath(searchParams.get("next"), "");
    const hasKey = await hasKeyForChallenge({ app }, token);
    return { token, next, isBackup: searchParams.get("with") === "backup", hasKey };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.signInCode, {
    operation: signInWithCode,
    redirectTo: (user, _context, { next }) => getRedirectAfterSignIn(user, next),
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function SignInCode() {
  const { token, next, isBackup, hasKey } = useLoaderData<typeof loader>();
  const { t } = useTexts("auth");
  const [withApp, withBackup] = [paths.signInWithCode(token, next), paths.signInWithBackup(token, next)];
  return (
    <AuthLayout
      title={isBackup ? t("code.backup_title") : t("code.title")}
      description={isBackup ? t("code.backup_description") : t("code.description")}
      below={<TextLink to={paths.signIn}>{t("code.start_over")}</TextLink>}
    >
      <ActionForm
        key={String(isBackup)}
        schema={() => import("~/domain/forms/credentials").then((forms) => forms.otpForm)}
        submitLabel={t("code.submit")}
      >
        <HiddenField name="jwt" value={token} />
        <input type="hidden" name="next" value={next} />
        {isBackup ? (
          <TextField
            name="code"
            label={t("code.backup")}
            hint={t("code.backup_hint")}
            autoComplete="off"
            autoFocus
          />
        ) : (
          <CodeField name="code" label={t("code.label")} hint={t("code.hint")} autoFocus />
        )}
      </ActionForm>
      {hasKey ? <KeyButton token={token} next={next} /> : null}
      <p className="text-center text-sm">
        <TextLink to={isBackup ? withApp : withBackup}>
          {isBackup ? t("code.use_app") : t("code.use_backup")}
        </TextLink>
      </p>
    </AuthLayout>
  );
}
