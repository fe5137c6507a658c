/** /account/security: how the user signs in, and where they are signed in. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import {
  addPasskey,
  getPasskeyOptions,
  removePasskey,
  renamePasskey,
} from "~/services/identity/passkeys.server";
import { endOtherSessions, endOwnSession, listSessions } from "~/services/identity/user-sessions.server";
import { unlinkIdentityProvider } from "~/services/sign-in/identity-providers.server";
import { readShownWaysIn } from "~/services/sign-in/ways-in.server";
import { Section } from "~/ui/kit/card";
import { PageHeader } from "~/ui/layout/page-header";
import type { PageHandle } from "~/ui/use-page";
import { PasskeysCard } from "~/ui/passkeys/passkeys-card";
import { CredentialsCard } from "~/ui/profile/credentials-card";
import { IdentityProvidersCard } from "~/ui/profile/identity-providers-card";
import { SessionsCard } from "~/ui/profile/sessions-card";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = {
  title: "common:title.security",
  texts: ["account", "profile", "providers", "passkeys"],
};

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.security, async (context) => ({
    ...(await readShownWaysIn(context)),
    sessions: await listSessions(context.app, context.viewer, context.locale),
  }));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.security, {
    // The page goes on to the browser's dialog with what it answers.
    "start-passkey": { operation: getPasskeyOptions, redirectTo: () => null },
    "add-passkey": { operation: addPasskey, redirectTo: () => paths.passkeys },
    "rename-passkey": { operation: renamePasskey, redirectTo: () => paths.passkeys },
    "remove-passkey": {
      operation: removePasskey,
      redirectTo: () => paths.passkeys,
      failTo: (_context, { code }) => (code === "not_found" ? paths.security : undefined),
    },
    "unlink-network": {
      operation: unlinkIdentityProvider,
      // Another tab may have unlinked the provider, and then the page has no form for the error.
      failTo: (_context, { code }) => (code === "not_found" ? paths.security : undefined),
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
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Security() {
  const { providers, passkeys, sessions, reauthentication, credentials } = useLoaderData<typeof loader>();
  const { t } = useTexts("account");
  return (
    <>
      <PageHeader title={t("security.title")} description={t("security.description")} />
      <Section width="lg">
        <CredentialsCard {...credentials} />
        {passkeys ? <PasskeysCard {...passkeys} reauthentication={reauthentication} /> : null}
        {providers ? (
          <IdentityProvidersCard providers={providers} reauthentication={reauthentication} />
        ) : null}
        <SessionsCard sessions={sessions} />
      </Section>
    </>
  );
}
