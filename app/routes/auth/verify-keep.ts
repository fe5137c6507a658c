/** POST /signup/verify/keep: the address in use stays, and the change of it that is open is called off. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { updateUser } from "~/services/profile/user.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/signup/verify/keep", () => redirect(paths.verify));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/signup/verify/keep",
    operation: updateUser,
    input: (_fields, { viewer }) => ({ email: viewer?.user.email }),
    then: ({ data }) => (data.verified ? paths.profile : paths.verify),
    back: () => paths.verify,
  });

export const clientAction = keepPage;
