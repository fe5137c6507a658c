/** POST /account/profile/email: another address. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { updateUser } from "~/services/profile/user.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/account/profile/email", () => redirect(paths.profile));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/profile/email",
    operation: updateUser,
    form: "email",
    input: ({ email, password, code }) => ({ email, password, code }),
    // Spec §4: a change that leaves the address unproved leads to where it is proved.
    then: ({ data }) => (data.verified ? paths.profile : paths.verify),
    shownOn: paths.profile,
  });

export const clientAction = keepPage;
