/** /signup/verify: verifies the email. Opening the link changes nothing; the page posts its token. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormReply } from "~/domain/forms/reply";
import { getPathAfterSignIn } from "~/domain/guard";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { canReadMails } from "~/services/platform/mail/dev-mail.server";
import { getEmailToVerify } from "~/services/users/users.server";
import { toEmailState } from "~/services/identity/email-change.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import type { App } from "~/services/platform/app.server";
import type { SessionViewer } from "~/services/platform/viewer.server";
import { requestVerification, verifyEmail } from "~/services/identity/verification.server";
import { updateUser } from "~/services/profile/user.server";
import { MailboxHint } from "~/ui/auth/mailbox-hint";
import { TokenForm } from "~/ui/auth/token-form";
import { ActionForm, SubmitButton } from "~/ui/form/action-form";
import { EmailField, PasswordField } from "~/ui/form/fields";
import { usePosted } from "~/ui/form/replies";
import { PostForm } from "~/ui/form/post-form";
import { isFault } from "~/ui/form/central-errors";
import { Button } from "~/ui/kit/button";
import { Notice } from "~/ui/kit/notice";
import { AuthLayout } from "~/ui/layout/auth-layout";
import { useOpenWhenAllowed } from "~/ui/session/use-open-when-allowed";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.verify", texts: ["links"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.verify, async (context) => {
    const { viewer, url } = context;
    return {
      email: getEmailToVerify(viewer.user),
      // The current email stays in use until the new one is verified.
      keptEmail: viewer.user.pendingEmail === null ? null : viewer.user.email,
      token: url.searchParams.get("token"),
      correction: await readCorrection(context),
      isMailLocal: canReadMails(context),
    };
  });

/** How a new user corrects the email of their sign-up; null while another email, which is verified, stays in use. */
async function readCorrection({ app, viewer }: { app: App; viewer: SessionViewer }) {
  if (viewer.user.pendingEmail !== null) return null;
  const { reauthentication } = toEmailState(viewer, await readReauthentication(app.store, viewer));
  return { needsPassword: !reauthentication.isRecent && reauthentication.method === "password" };
}

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.verify, {
    verify: {
      operation: verifyEmail,
      redirectTo: (_data, { viewer }) => getPathAfterSignIn({ ...viewer.accessState, isVerified: true }),
    },
    "request-verification": {
      operation: requestVerification,
      pick: [],
      redirectTo: () => paths.verify,
      failTo: () => paths.verify,
    },
    "correct-email": {
      operation: updateUser,
      pick: ["email", "password"],
      redirectTo: () => paths.verify,
    },
    /** Cancels the pending change: the current email stays in use. */
    "keep-email": {
      operation: updateUser,
      toInput: (_fields, { viewer }) => ({ email: viewer.user.email }),
      redirectTo: ({ verified }) => (verified ? paths.profile : paths.verify),
      failTo: () => paths.verify,
    },
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Verify() {
  const { email, keptEmail, token, isMailLocal, correction } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const { t } = useTexts("links");
  // Another tab may verify the email: the guard then keeps the user here no longer.
  useOpenWhenAllowed(paths.verify);
  const hasFailed = reply?.ok === false && reply.intent === "verify" && !isFault(reply);
  const isConfirming = token !== null && !hasFailed;
  const waiting =
    keptEmail === null ? t("verify.description", { email }) : t("verify.new_description", { email });
  return (
    <AuthLayout
      title={isConfirming ? t("verify.confirm_title") : t("verify.title")}
      description={isConfirming ? t("verify.confirm_description", { email }) : waiting}
      notice={
        hasFailed ? (
          <Notice tone="bad" title={t("verify.expired")}>
            {t("verify.expired_text")}
          </Notice>
        ) : null
      }
    >
      {isConfirming ? (
        <TokenForm action={paths.verify} intent="verify" token={token} label={t("verify.confirm")} />
      ) : (
        <Resend
          keptEmail={keptEmail}
          isMailLocal={isMailLocal}
          correction={correction && { email, ...correction }}
        />
      )}
    </AuthLayout>
  );
}

interface ResendProps {
  keptEmail: string | null;
  correction: CorrectEmailProps | null;
  isMailLocal: boolean;
}

function Resend({ keptEmail, isMailLocal, correction }: ResendProps) {
  const { t } = useTexts("links");
  return (
    <>
      <MailboxHint isMailLocal={isMailLocal} />
      <PostForm intent="request-verification" action={paths.verify}>
        <Button type="submit" isBlock>
          {t("verify.again")}
        </Button>
      </PostForm>
      {correction ? <CorrectEmail {...correction} /> : null}
      {keptEmail === null ? <StartOver /> : <KeepEmail email={keptEmail} />}
    </>
  );
}

interface CorrectEmailProps {
  email: string;
  needsPassword: boolean;
}

/** Opens in place. The corrected email replaces the mistyped one at once, whose link ends. */
function CorrectEmail({ email, needsPassword }: CorrectEmailProps) {
  const { t } = useTexts(["links", "form"]);
  const posted = usePosted({ intent: "correct-email" });
  return (
    // A correction that has succeeded closes it again.
    <details key={email} open={posted?.ok === false} className="rounded border border-line px-4 py-3">
      <summary className="cursor-pointer font-medium">{t("verify.wrong")}</summary>
      <ActionForm
        intent="correct-email"
        action={paths.verify}
        schema={() => import("~/domain/forms/profile").then((forms) => forms.emailForm)}
        className="mt-4"
      >
        <EmailField name="email" label={t("verify.right_email")} defaultValue={email} autoComplete="email" />
        {needsPassword ? (
          <PasswordField name="password" label={t("form:proof.label")} autoComplete="current-password" />
        ) : null}
        <SubmitButton isBlock>{t("verify.correct")}</SubmitButton>
      </ActionForm>
    </details>
  );
}

function StartOver() {
  const { t } = useTexts("links");
  return (
    <PostForm action={paths.signOut} className="text-center text-sm text-muted">
      <button type="submit" className="font-medium text-accent-text hover:underline">
        {t("verify.sign_out")}
      </button>
    </PostForm>
  );
}

function KeepEmail({ email }: { email: string }) {
  const { t } = useTexts("links");
  return (
    <>
      <p className="text-sm text-muted">{t("verify.new_until", { email })}</p>
      <PostForm intent="keep-email" action={paths.verify}>
        <Button type="submit" variant="quiet" isBlock>
          {t("verify.keep")}
        </Button>
      </PostForm>
    </>
  );
}
