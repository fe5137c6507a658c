/** POST /account/profile/sessions/end: ends one session, from the list of them. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { endOwnSession } from "~/services/identity/session-list.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/account/profile/sessions/end", () => redirect(paths.profile));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/profile/sessions/end",
    operation: endOwnSession,
    then: ({ session }) => (session?.kind === "ended" ? paths.signIn : paths.sessions),
    back: () => paths.sessions,
  });

export const clientAction = keepPage;
