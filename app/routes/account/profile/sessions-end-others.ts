/** POST /account/profile/sessions/end-others: signs out everywhere but here. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { endOtherSessions } from "~/services/identity/session-list.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/account/profile/sessions/end-others", () => redirect(paths.profile));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/profile/sessions/end-others",
    operation: endOtherSessions,
    input: () => ({}),
    then: () => paths.sessions,
    back: () => paths.sessions,
  });

export const clientAction = keepPage;
