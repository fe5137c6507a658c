/** /signup/verify: proving the address. Opening the link changes nothing; the page posts it. Spec §4. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { FormReply } from "~/domain/forms/reply";
import { afterSignIn } from "~/domain/guard";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { loadFor } from "~/http/page.server";
import { isMailLocal } from "~/services/dev-mail.server";
import { verifyAddress } from "~/services/verification.server";
import { standingOf } from "~/services/viewer.server";
import { Button } from "~/ui/kit/button";
import { Notice } from "~/ui/kit/notice";
import { AuthLayout } from "~/ui/layout/auth-layout";
import type { PageHandle } from "~/ui/layout/use-page";
import { useRoot } from "~/ui/layout/use-root";
import { FlashNotice } from "~/ui/session/flash-toast";

export const handle: PageHandle = { title: "common:title.verify", texts: ["auth"] };

export const loader = (args: LoaderFunctionArgs) =>
  loadFor(args, "/signup/verify", ({ viewer, url, app }) => ({
    email: viewer.user.email,
    token: url.searchParams.get("token"),
    isMailLocal: isMailLocal(app),
  }));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/signup/verify",
    operation: verifyAddress,
    then: (_reply, { viewer }) => {
      const standing = standingOf(viewer);
      return standing ? afterSignIn({ ...standing, isVerified: true }) : paths.signIn;
    },
  });

export default function Verify() {
  const { email, token, isMailLocal } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const { locale, flash } = useRoot();
  const { t } = useTranslation("auth");
  const hasFailed = reply?.ok === false;
  const isConfirming = token !== null && !hasFailed;
  return (
    <AuthLayout
      locale={locale}
      title={isConfirming ? t("verify.confirm_title") : t("verify.title")}
      description={
        isConfirming ? t("verify.confirm_description", { email }) : t("verify.description", { email })
      }
      notice={
        <>
          {flash ? <FlashNotice flash={flash} /> : null}
          {hasFailed ? (
            <Notice tone="bad" title={t("verify.expired")}>
              {t("verify.expired_text")}
            </Notice>
          ) : null}
        </>
      }
    >
      {isConfirming ? <Confirm token={token} /> : <Resend isMailLocal={isMailLocal} />}
    </AuthLayout>
  );
}

/** Posts the token by itself where scripts run, by a button where they do not. */
function Confirm({ token }: { token: string }) {
  const { t } = useTranslation("auth");
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.requestSubmit();
  }, []);
  return (
    <Form method="post" action={paths.verify} ref={form} replace>
      <input type="hidden" name="token" value={token} />
      <Button type="submit" variant="primary" isBlock>
        {t("verify.confirm")}
      </Button>
    </Form>
  );
}

function Resend({ isMailLocal }: { isMailLocal: boolean }) {
  const { t } = useTranslation("auth");
  return (
    <>
      {isMailLocal ? (
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
      ) : null}
      <Form method="post" action={paths.verifyAgain}>
        <Button type="submit" isBlock>
          {t("verify.again")}
        </Button>
      </Form>
      <Form method="post" action={paths.signOut} className="text-center text-sm text-muted">
        {t("verify.wrong")}{" "}
        <button type="submit" className="font-medium text-accent-text hover:underline">
          {t("verify.sign_out")}
        </button>
      </Form>
    </>
  );
}
