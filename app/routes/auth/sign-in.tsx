/** / and /signin: signing in. Spec §2. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { afterSignIn } from "~/domain/guard";
import { URL_ERROR_MAX_LENGTH } from "~/domain/limits";
import { ownPath, paths } from "~/domain/paths";
import { shownText } from "~/domain/text";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { afterSignInOf, signIn } from "~/services/sign-in.server";
import { standingOf } from "~/services/viewer.server";
import { ActionForm } from "~/ui/form/action-form";
import { keepPage } from "~/ui/form/keep-page";
import { EmailField, PasswordField } from "~/ui/form/fields";
import { Notice } from "~/ui/kit/notice";
import { TextLink } from "~/ui/kit/text-link";
import { AuthLayout } from "~/ui/layout/auth-layout";
import type { PageHandle } from "~/ui/layout/use-page";
import { useRoot } from "~/ui/layout/use-root";
import { FlashNotice } from "~/ui/session/flash-toast";

export const handle: PageHandle = { title: "common:title.sign_in", texts: ["auth"] };

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/signin", ({ viewer, url }) => {
    const standing = standingOf(viewer);
    if (standing) throw redirect(afterSignIn(standing));
    return { next: ownPath(url.searchParams.get("next"), ""), error: shownError(url) };
  });

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/signin",
    operation: signIn,
    then: ({ data }, _context, fields) => ownPath(fields.next, afterSignInOf(data)),
  });

/** Any error in the query is shown as plain text. Spec §2. */
function shownError(url: URL): string {
  return shownText(url.searchParams.get("error") ?? "", URL_ERROR_MAX_LENGTH);
}

export const clientAction = keepPage;

export default function SignIn() {
  const { next, error } = useLoaderData<typeof loader>();
  const { locale, flash } = useRoot();
  const { t } = useTranslation("auth");
  return (
    <AuthLayout
      locale={locale}
      title={t("sign_in.title")}
      description={t("sign_in.description")}
      notice={
        <>
          {flash ? <FlashNotice flash={flash} /> : null}
          {error ? (
            <Notice tone="bad" title={t("sign_in.failed")}>
              {error}
            </Notice>
          ) : null}
        </>
      }
      below={
        <>
          {t("sign_in.no_account")} <TextLink to={paths.signUp}>{t("sign_in.create")}</TextLink>
        </>
      }
    >
      <ActionForm
        action={paths.signIn}
        schema={() => import("~/domain/forms/identity").then((forms) => forms.signInForm)}
        submitLabel={t("sign_in.submit")}
      >
        <input type="hidden" name="next" value={next} />
        <EmailField name="email" label={t("sign_in.email")} autoComplete="username" />
        <PasswordField name="password" label={t("sign_in.password")} autoComplete="current-password" />
      </ActionForm>
    </AuthLayout>
  );
}
