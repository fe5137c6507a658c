/** /welcome: the introduction for a new user. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { listWelcomeSteps, type WelcomeStep } from "~/domain/onboarding";
import { parsePageNumber } from "~/domain/paging";
import { toSafeRedirectPath, paths } from "~/domain/paths";
import { handleAction, toSamePage } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { skipOnboarding } from "~/services/profile/onboarding.server";
import { updateUser } from "~/services/profile/user.server";
import { createInvites } from "~/services/team/invites.server";
import { keepPage } from "~/ui/form/keep-page";
import { OnboardingLayout } from "~/ui/layout/onboarding-layout";
import type { PageHandle } from "~/ui/layout/use-page";
import { Wizard } from "~/ui/onboarding/wizard";
import { InviteForm } from "~/ui/team/invite-form";

export const handle: PageHandle = { title: "common:title.welcome", texts: ["welcome", "wizard", "team"] };

/** The URL always names the step, so that the browser's back button goes through the steps. */
export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/welcome", ({ url, viewer }) => {
    const page = url.searchParams.get("page");
    if (page === null) throw redirect(paths.welcomeStep(1));
    const { permission, session, account } = viewer;
    return {
      current: parsePageNumber(page),
      steps: listWelcomeSteps({ permission, isDuplicateUser: session.isDuplicateUser }),
      account: account.name,
    };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, "/welcome", {
    finish: {
      operation: updateUser,
      toInput: () => ({ onboarded: true }),
      isQuiet: true,
      redirectTo: () => paths.dashboard,
      failTo: toSamePage("/welcome"),
      isReloading: true,
    },
    skip: {
      operation: skipOnboarding,
      pick: [],
      redirectTo: () => paths.dashboard,
      failTo: toSamePage("/welcome"),
      isReloading: true,
    },
    invite: {
      operation: createInvites,
      pick: ["email", "permission"],
      redirectTo: (_data, _context, { return_to }) => toSafeRedirectPath(return_to, paths.welcome),
    },
  });

export const clientAction = keepPage;
export { shouldRevalidate } from "~/ui/form/keep-page";

export default function Welcome() {
  const { current, steps, account } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["welcome", "common"]);
  const next = paths.welcomeStep(Math.min(current + 1, steps.length));
  const more: Partial<Record<WelcomeStep, ReactNode>> = {
    team: <InviteForm returnTo={next} />,
  };
  return (
    <OnboardingLayout>
      <Wizard
        label={t("common:title.welcome")}
        steps={steps.map((id) => ({
          id,
          name: t(`step.${id}.name`),
          description: t(`step.${id}.description`),
          content: (
            <Step title={t(`step.${id}.title`)} text={t(`step.${id}.text`, { account })}>
              {more[id]}
            </Step>
          ),
        }))}
        current={current}
        skipIntent="skip"
        finishIntent="finish"
      />
    </OnboardingLayout>
  );
}

function Step({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="grid max-w-prose gap-5">
      <div>
        <h2>{title}</h2>
        <p className="mt-2 text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}
