/** /account/profile: the user's details, sessions and account, with a card for each. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { emailForm, profileForm } from "~/domain/forms/profile";
import { listFields } from "~/domain/forms/rules";
import { paths } from "~/domain/paths";
import { toEmailState } from "~/services/identity/email-change.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { renameAccount } from "~/services/people/account.server";
import { deleteAvatar } from "~/services/people/avatar.server";
import { closeAccount, closeUser, readClosing } from "~/services/closing/close.server";
import { endOtherSessions, endOwnSession, listSessions } from "~/services/identity/user-sessions.server";
import { readNetworks, unlinkNetwork } from "~/services/sign-in/networks.server";
import { toProfile, updateUser } from "~/services/profile/user.server";
import { keepPage } from "~/ui/form/keep-page";
import { PageHeader } from "~/ui/kit/page-header";
import { Section } from "~/ui/kit/card";
import type { PageHandle } from "~/ui/layout/use-page";
import { useRoot } from "~/ui/layout/use-page";
import { AccountNameCard, DefaultAccountCard, LeaveCard } from "~/ui/profile/account-cards";
import { AvatarCard } from "~/ui/profile/avatar-card";
import { DangerZone } from "~/ui/profile/danger-zone";
import { NetworksCard } from "~/ui/profile/networks-card";
import { SessionsCard } from "~/ui/profile/sessions-card";
import { DownloadCard, EmailCard, LanguageCard, NameCard } from "~/ui/profile/user-cards";

export const handle: PageHandle = { title: "common:title.profile", texts: ["profile", "networks", "team"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/account/profile", async (context) => {
    const { app, viewer, locale } = context;
    const reauthentication = await readReauthentication(app.store, viewer);
    return {
      own: toProfile(viewer),
      email: toEmailState(viewer, reauthentication),
      reauthentication,
      locale,
      closing: await readClosing(app.store, viewer),
      networks: await readNetworks(context),
      sessions: await listSessions(app, viewer, locale),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, "/account/profile", {
    "change-name": { operation: updateUser, pick: listFields(profileForm) },
    "change-email": {
      operation: updateUser,
      pick: listFields(emailForm),
      // When the new email is unverified, the next page verifies it.
      redirectTo: ({ verified }) => (verified ? undefined : paths.verify),
    },
    "change-avatar": { operation: updateUser, pick: ["avatar"], hasFile: true },
    "remove-avatar": { operation: deleteAvatar, pick: [] },
    "change-default-account": { operation: updateUser, pick: ["default_account"] },
    "rename-account": { operation: renameAccount, pick: ["name"] },
    "unlink-network": {
      operation: unlinkNetwork,
      // Another tab may have unlinked the network, and then the page has no form for the error.
      failTo: (_context, { code }) => (code === "not_found" ? paths.profile : undefined),
    },
    "end-session": {
      operation: endOwnSession,
      redirectTo: (_data, { session }) => (session?.kind === "ended" ? paths.signIn : paths.sessions),
      failTo: () => paths.sessions,
    },
    "end-other-sessions": {
      operation: endOtherSessions,
      pick: [],
      redirectTo: () => paths.sessions,
      failTo: () => paths.sessions,
    },
    "close-account": { operation: closeAccount, redirectTo: toAfterClosing },
    "close-user": { operation: closeUser, redirectTo: toAfterClosing },
  });

/** A user who belongs to another account continues there. */
function toAfterClosing({ signout }: { signout: boolean }): string {
  return signout ? paths.signIn : paths.dashboard;
}

export const clientAction = keepPage;
export { shouldRevalidate } from "~/ui/form/keep-page";

export default function Profile() {
  const data = useLoaderData<typeof loader>();
  const { name, avatar, isVerified, accountName, defaultAccount } = data.own;
  const accounts = useRoot().viewer?.accounts ?? [];
  const { t } = useTranslation("profile");
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <Section width="lg">
        <AvatarCard name={name} avatar={avatar} isVerified={isVerified} />
        <NameCard {...data.own} />
        <EmailCard {...data.email} />
        <LanguageCard locale={data.locale} />
        {accountName === null ? null : <AccountNameCard accountName={accountName} />}
        {accounts.length > 1 ? (
          <DefaultAccountCard accounts={accounts} defaultAccount={defaultAccount ?? accounts[0]?.id} />
        ) : null}
        {data.networks ? <NetworksCard {...data.networks} reauthentication={data.reauthentication} /> : null}
        <SessionsCard sessions={data.sessions} />
        <DownloadCard />
        {data.closing.isOwner ? null : <LeaveCard account={data.closing.account} />}
        <DangerZone {...data.closing} {...data.reauthentication} />
      </Section>
    </>
  );
}
