/** POST /switch: goes over to another of one's accounts, from the user menu. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { switchAccount } from "~/services/identity/switch-account.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) => load(args, "/switch", () => redirect(paths.dashboard));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/switch",
    operation: switchAccount,
    then: () => paths.dashboard,
    back: () => paths.dashboard,
  });

export const clientAction = keepPage;
