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
import { requestVerification, verifyEmail } from "~/services/identity/verification.server";
import { updateUser } from "~/services/profile/user.server";
import { MailboxHint } from "~/ui/auth/mailbox-hint";
import { TokenForm } from "~/ui/auth/token-form";
import { PostForm } from "~/ui/form/post-form";
import { isFault } from "~/ui/form/central-errors";
import { Button } from "~/ui/kit/button";
import { Notice } from "~/ui/kit/notice";
import { AuthLayout } from "~/ui/layout/auth-layout";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.verify", texts: ["links"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.verify, (context) => {
    const { viewer, url } = context;
    return {
      email: getEmailToVerify(viewer.user),
      // The current email stays in use until the new one is verified.
      keptEmail: viewer.user.pendingEmail === null ? null : viewer.user.email,
      token: url.searchParams.get("token"),
      isMailLocal: canReadMails(context),
    };
  });

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
  const { email, keptEmail, token, isMailLocal } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const { t } = useTexts("links");
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
        <Resend keptEmail={keptEmail} isMailLocal={isMailLocal} />
      )}
    </AuthLayout>
  );
}

interface ResendProps {
  keptEmail: string | null;
  isMailLocal: boolean;
}

function Resend({ keptEmail, isMailLocal }: ResendProps) {
  const { t } = useTexts("links");
  return (
    <>
      <MailboxHint isMailLocal={isMailLocal} />
      <PostForm intent="request-verification" action={paths.verify}>
        <Button type="submit" isBlock>
          {t("verify.again")}
        </Button>
      </PostForm>
      {keptEmail === null ? <StartOver /> : <KeepEmail email={keptEmail} />}
    </>
  );
}

function StartOver() {
  const { t } = useTexts("links");
  return (
    <PostForm action={paths.signOut} className="text-center text-sm text-muted">
      {t("verify.wrong")}{" "}
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
