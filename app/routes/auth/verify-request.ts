/** POST /signup/verify/request: the verification mail again, from a form. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { requestVerification } from "~/services/identity/verification.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/signup/verify/request", () => redirect(paths.verify));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/signup/verify/request",
    operation: requestVerification,
    input: () => ({}),
    then: () => paths.verify,
    back: () => paths.verify,
  });

export const clientAction = keepPage;
