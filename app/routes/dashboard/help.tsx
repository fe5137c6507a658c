/** /help: sends a message to support, and allows support to sign in. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction, toSamePage } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { readSupportAudits } from "~/services/platform/audit/account-audits.server";
import { isSupportAllowed } from "~/services/users/support-access.server";
import { updateUser } from "~/services/profile/user.server";
import { createSupportMessage } from "~/services/profile/support-message.server";
import { ActionForm, SubmitButton } from "~/ui/form/action-form";
import { TextareaField } from "~/ui/form/textarea-field";
import { SupportAccess } from "~/ui/help/support-access";
import { Card, CardBody, CardHeader, Section } from "~/ui/kit/card";
import { PageHeader } from "~/ui/layout/page-header";
import { TextLink } from "~/ui/kit/text-link";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.help", texts: ["help", "activity"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.help, async ({ app, viewer: { user, session } }) => ({
    email: user.email,
    until: isSupportAllowed(user) ? (user.supportUntil?.toISOString() ?? null) : null,
    isImpersonated: session.impersonatorId !== null,
    audits: await readSupportAudits(app.store, user.id),
  }));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.help, {
    "send-message": { operation: createSupportMessage, pick: ["message"] },
    "change-support-access": {
      operation: updateUser,
      pick: ["support_enabled", "support_hours"],
      failTo: toSamePage(paths.help),
      // Not the other way: support's sessions have ended by then, and would not come back.
      undo: (_user, fields) => (fields.support_enabled === "true" ? { support_enabled: "false" } : null),
    },
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Help() {
  const { email, ...access } = useLoaderData<typeof loader>();
  const { t } = useTexts("help");
  return (
    <>
      <PageHeader
        title={t("title")}
        description={
          <>
            {t("description")} <TextLink to={paths.apiDocs}>{t("documentation")}</TextLink>
          </>
        }
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <MessageCard email={email} />
        <Section>
          <SupportAccess {...access} />
        </Section>
      </div>
    </>
  );
}

/** The contact form. Support replies to `email`. */
function MessageCard({ email }: { email: string }) {
  const { t } = useTexts("help");
  return (
    <Card>
      <CardHeader title={t("form_title")} description={t("reply_to", { email })} />
      <CardBody>
        <ActionForm
          intent="send-message"
          clearsWhenDone
          schema={() => import("~/domain/forms/support").then((forms) => forms.supportForm)}
        >
          <TextareaField name="message" label={t("message")} hint={t("message_hint")} rows={8} />
          <SubmitButton className="justify-self-start">{t("submit")}</SubmitButton>
        </ActionForm>
      </CardBody>
    </Card>
  );
}
