/** /account/profile: everything a person can change about themselves, a card each. Spec §2. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { submit } from "~/http/form.server";
import { loadFor } from "~/http/page.server";
import { paths } from "~/domain/paths";
import { toEmailState } from "~/services/identity/email-change.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { readClosing } from "~/services/profile/closing.server";
import { listSessions } from "~/services/identity/session-list.server";
import { readNetworks } from "~/services/social/networks.server";
import { profileOf, updateUser } from "~/services/profile/user.server";
import { keepPage } from "~/ui/form/keep-page";
import { PageHeader } from "~/ui/kit/page-header";
import { Section } from "~/ui/kit/section";
import type { PageHandle } from "~/ui/layout/use-page";
import { useRoot } from "~/ui/layout/use-root";
import { AccountNameCard, DefaultAccountCard } from "~/ui/profile/account-cards";
import { AvatarCard } from "~/ui/profile/avatar-card";
import { DangerZone } from "~/ui/profile/danger-zone";
import { DownloadCard } from "~/ui/profile/download-card";
import { EmailCard } from "~/ui/profile/email-card";
import { LanguageCard } from "~/ui/profile/language-card";
import { NameCard } from "~/ui/profile/name-card";
import { NetworksCard } from "~/ui/profile/networks-card";
import { SessionsCard } from "~/ui/profile/sessions-card";
import { LeaveCard } from "~/ui/team/leave-card";

export const handle: PageHandle = { title: "common:title.profile", texts: ["profile", "networks", "team"] };

export const loader = (args: LoaderFunctionArgs) =>
  loadFor(args, "/account/profile", async (context) => {
    const { app, viewer, locale } = context;
    const reauthentication = await readReauthentication(app.store, viewer);
    return {
      own: profileOf(viewer),
      email: toEmailState(viewer, reauthentication),
      reauthentication,
      locale,
      closing: await readClosing(app.store, viewer),
      networks: await readNetworks(context),
      sessions: await listSessions(app, viewer, locale),
    };
  });

/** The name; every other card has an action of its own. */
export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/profile",
    operation: updateUser,
    form: "name",
    input: ({ name }) => ({ name }),
    then: () => paths.profile,
  });

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
        <NameCard name={name} />
        <EmailCard {...data.email} />
        <LanguageCard locale={data.locale} />
        {accountName === null ? null : <AccountNameCard accountName={accountName} />}
        {accounts.length > 1 ? (
          <DefaultAccountCard accounts={accounts} defaultAccount={defaultAccount ?? accounts[0]?.id} />
        ) : null}
        {data.networks ? <NetworksCard {...data.networks} proof={data.reauthentication} /> : null}
        <SessionsCard sessions={data.sessions} />
        <DownloadCard />
        {data.closing.isOwner ? null : <LeaveCard account={data.closing.account} />}
        <DangerZone {...data.closing} {...data.reauthentication} />
      </Section>
    </>
  );
}
