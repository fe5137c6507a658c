/** /account/profile: one's own name. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { submit } from "~/http/form.server";
import { loadFor } from "~/http/page.server";
import { paths } from "~/domain/paths";
import { updateUser } from "~/services/user.server";
import { ActionForm, SubmitButton } from "~/ui/form/action-form";
import { keepPage } from "~/ui/form/keep-page";
import { TextField } from "~/ui/form/fields";
import { Badge } from "~/ui/kit/badge";
import { Card, CardBody } from "~/ui/kit/card";
import { PageHeader } from "~/ui/kit/page-header";
import type { PageHandle } from "~/ui/layout/use-page";

export const handle: PageHandle = { title: "common:title.profile", texts: ["account"] };

export const loader = (args: LoaderFunctionArgs) =>
  loadFor(args, "/account/profile", ({ viewer: { user } }) => ({
    name: user.name,
    email: user.email,
    isVerified: user.verifiedAt !== null,
  }));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/profile",
    operation: updateUser,
    input: ({ name }) => ({ name }),
    then: () => paths.profile,
  });

export const clientAction = keepPage;

export default function Profile() {
  const { name, email, isVerified } = useLoaderData<typeof loader>();
  const { t } = useTranslation("account");
  return (
    <>
      <PageHeader title={t("profile.title")} description={t("profile.description")} />
      <Card>
        <CardBody isAlone className="grid max-w-md gap-[18px]">
          <dl>
            <dt className="text-control font-medium">{t("profile.email")}</dt>
            <dd className="mt-1.5 flex flex-wrap items-center gap-2 break-all text-muted">
              {email}
              <Badge tone={isVerified ? "good" : "warn"}>
                {isVerified ? t("profile.email_verified") : t("profile.email_unverified")}
              </Badge>
            </dd>
          </dl>
          <ActionForm
            action={paths.profile}
            schema={() => import("~/domain/forms/identity").then((forms) => forms.profileForm)}
          >
            <TextField name="name" label={t("profile.name")} defaultValue={name} autoComplete="name" />
            <SubmitButton className="justify-self-start">{t("profile.submit")}</SubmitButton>
          </ActionForm>
        </CardBody>
      </Card>
    </>
  );
}
