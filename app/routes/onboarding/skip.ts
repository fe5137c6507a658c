/** POST /welcome/skip: leaves the introduction for good. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { skipOnboarding } from "~/services/profile/onboarding.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/welcome/skip", () => redirect(paths.welcome));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/welcome/skip",
    operation: skipOnboarding,
    input: () => ({}),
    then: () => paths.dashboard,
    isReloading: true,
    back: () => paths.welcome,
  });

export const clientAction = keepPage;
