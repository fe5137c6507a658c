/** POST /impersonation/end: from somebody else back to oneself. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { endImpersonation } from "~/services/master/impersonation.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/impersonation/end", () => redirect(paths.dashboard));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/impersonation/end",
    operation: endImpersonation,
    input: () => ({}),
    then: ({ session }) => (session?.kind === "started" ? paths.master : paths.signIn),
    isReloading: true,
    back: () => paths.dashboard,
  });

export const clientAction = keepPage;
