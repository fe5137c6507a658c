/** /account/profile: the user's details and account, a row for each, and what can be done with them. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { emailForm, ownUserForm, profileForm } from "~/domain/forms/profile";
import { listFields } from "~/domain/forms/rules";
import { paths } from "~/domain/paths";
import { toEmailState } from "~/services/identity/email-change.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { updateAccountFields } from "~/services/users/own-fields.server";
import { renameAccount } from "~/services/users/account.server";
import { deleteAvatar } from "~/services/users/avatar.server";
import { closeAccount, closeUser, readClosing } from "~/services/closing/close.server";
import { toProfile, updateUser } from "~/services/profile/user.server";
import { PageHeader } from "~/ui/layout/page-header";
import { Card, CardHeader, Section } from "~/ui/kit/card";
import type { PageHandle } from "~/ui/use-page";
import { useRoot } from "~/ui/use-page";
import { AccountNameRow, DefaultAccountRow, LeaveCard } from "~/ui/profile/account-rows";
import { AvatarRow } from "~/ui/profile/avatar-row";
import { DangerZone } from "~/ui/profile/danger-zone";
import { OwnFieldRows } from "~/ui/profile/own-field-rows";
import { DownloadCard, EmailRow, LanguageRow, NameRow } from "~/ui/profile/user-rows";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.profile", texts: ["profile", "team"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.profile, async (context) => {
    const { app, viewer, locale } = context;
    const reauthentication = await readReauthentication(app.store, viewer);
    return {
      own: toProfile(viewer, locale),
      email: toEmailState(viewer, reauthentication),
      reauthentication,
      locale,
      closing: await readClosing(app.store, viewer, locale),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.profile, {
    "change-name": { operation: updateUser, pick: listFields(profileForm) },
    "change-email": {
      operation: updateUser,
      pick: listFields(emailForm),
      // When the new email is unverified, the next page verifies it.
      redirectTo: ({ verified }) => (verified ? undefined : paths.verify),
    },
    "change-user-field": { operation: updateUser, pick: listFields(ownUserForm) },
    "change-avatar": { operation: updateUser, pick: ["avatar"], hasFile: true },
    "remove-avatar": { operation: deleteAvatar, pick: [] },
    "change-default-account": { operation: updateUser, pick: ["default_account"] },
    "rename-account": { operation: renameAccount, pick: ["name"] },
    "change-account-field": { operation: updateAccountFields },
    "close-account": { operation: closeAccount, redirectTo: toAfterClosing },
    "close-user": { operation: closeUser, redirectTo: toAfterClosing },
  });

/** A user who belongs to another account continues there. */
function toAfterClosing({ signout }: { signout: boolean }): string {
  return signout ? paths.signIn : paths.dashboard;
}

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Profile() {
  const data = useLoaderData<typeof loader>();
  const { name, avatar, isVerified, accountName, defaultAccount, userFields, accountFields } = data.own;
  const accounts = useRoot().viewer?.accounts ?? [];
  const { t } = useTexts("profile");
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <Section width="lg">
        <Card>
          <CardHeader title={t("you")} />
          <AvatarRow name={name} avatar={avatar} isVerified={isVerified} />
          <NameRow {...data.own} />
          <EmailRow {...data.email} />
          <LanguageRow locale={data.locale} />
          <OwnFieldRows of="user" fields={userFields} />
        </Card>
        {accountName === null && accounts.length < 2 ? null : (
          <Card>
            <CardHeader title={t("account.section")} />
            {accountName === null ? null : <AccountNameRow accountName={accountName} />}
            <OwnFieldRows of="account" fields={accountFields} />
            {accounts.length > 1 ? (
              <DefaultAccountRow accounts={accounts} defaultAccount={defaultAccount ?? accounts[0]?.id} />
            ) : null}
          </Card>
        )}
        <DownloadCard />
        {data.closing.isOwner ? null : <LeaveCard account={data.closing.account} />}
        <DangerZone {...data.closing} {...data.reauthentication} />
      </Section>
    </>
  );
}
