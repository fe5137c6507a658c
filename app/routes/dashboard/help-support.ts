/** POST /help/support: lets support sign in, or no longer. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { updateUser } from "~/services/profile/user.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) => load(args, "/help/support", () => redirect(paths.help));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/help/support",
    operation: updateUser,
    input: ({ support_enabled, support_hours }) => ({ support_enabled, support_hours }),
    then: () => paths.help,
    back: () => paths.help,
  });

export const clientAction = keepPage;
