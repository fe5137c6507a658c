/** /welcome: the introduction for a new user. Each step sets something. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { toAvatarUrl } from "~/domain/avatars";
import { listWelcomeSteps, type WelcomeStep } from "~/domain/onboarding";
import { parsePageNumber } from "~/domain/paging";
import { toSafeRedirectPath, paths } from "~/domain/paths";
import { canActAs } from "~/domain/roles";
import { handleAction, toSamePage } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import type { Fields } from "~/http/reply.server";
import { chooseDefaultAccount, introduce, inviteTeam } from "~/http/welcome.server";
import type { Viewer } from "~/services/platform/viewer.server";
import { skipOnboarding } from "~/services/profile/onboarding.server";
import { updateUser } from "~/services/profile/user.server";
import { getSeatPrice } from "~/services/team/require-seats.server";
import { OnboardingLayout } from "~/ui/layout/onboarding-layout";
import { useRoot, type PageHandle } from "~/ui/use-page";
import { Appearance } from "~/ui/onboarding/appearance";
import { IntroductionForm } from "~/ui/onboarding/introduction-form";
import { Wizard } from "~/ui/onboarding/wizard";
import { DefaultAccountForm } from "~/ui/profile/account-rows";
import { InviteForm } from "~/ui/team/invite-form";
import { useTexts } from "~/ui/use-texts";
import { toAccountName } from "~/services/platform/account-name.server";

export const handle: PageHandle = {
  title: "common:title.welcome",
  texts: ["welcome", "wizard", "team", "profile"],
};

/** The URL always names the step, so that the browser's back button goes through the steps. */
export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.welcome, ({ url, viewer, locale }) => {
    const page = url.searchParams.get("page");
    if (page === null) throw redirect(paths.welcomeStep(1));
    const { permission, role, session, account, user } = viewer;
    return {
      current: parsePageNumber(page),
      steps: listWelcomeSteps({ permission, role, isDuplicateUser: session.isDuplicateUser }),
      you: { name: user.name, avatar: toAvatarUrl(user.avatar), accountName: toOwnName(viewer) },
      account: toAccountName(account, locale),
      defaultAccount: user.defaultAccountId,
      isNew: user.onboardedAt === null,
      seatPrice: getSeatPrice(viewer),
    };
  });

/** Returns the account's name for its field: "" before the owner has named it; null for others, who have no field. */
function toOwnName(viewer: Viewer): string | null {
  const { account } = viewer;
  if (!canActAs(viewer, "owner")) return null;
  return account.unnamedSince === null ? account.name : "";
}

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.welcome, {
    introduce,
    invite: inviteTeam,
    "change-default-account": chooseDefaultAccount,
    finish: {
      operation: updateUser,
      toInput: () => ({ onboarded: true }),
      isQuiet: true,
      redirectTo: toTarget,
      failTo: toSamePage(paths.welcome),
      isReloading: true,
    },
    skip: {
      operation: skipOnboarding,
      pick: [],
      redirectTo: toTarget,
      failTo: toSamePage(paths.welcome),
      isReloading: true,
    },
  });

const toTarget = (_data: unknown, _context: unknown, { return_to }: Fields) =>
  toSafeRedirectPath(return_to, paths.dashboard);

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Welcome() {
  const { current, steps, you, account, isNew } = useLoaderData<typeof loader>();
  const { t } = useTexts(["welcome", "common"]);
  // Only the owner names the account; to all others the first step is about themselves.
  const toText = (id: WelcomeStep) => (id === "you" && you.accountName === null ? "member" : id);
  const contents = useStepContents();
  const forms = useStepForms();
  return (
    <OnboardingLayout>
      <Wizard
        label={t("common:title.welcome")}
        steps={steps.map((id) => ({
          id,
          name: t(`step.${toText(id)}.name`),
          description: t(`step.${toText(id)}.description`, { account }),
          content: contents[id],
          form: forms[id],
        }))}
        current={current}
        skipIntent="skip"
        finishIntent="finish"
        isSaving={isNew}
      />
    </OnboardingLayout>
  );
}

/** The forms of the steps, and what the button says that sends them. */
function useStepForms(): Partial<Record<WelcomeStep, { id: string; label: string }>> {
  const { current, steps } = useLoaderData<typeof loader>();
  const { t } = useTexts(["welcome", "wizard"]);
  const isLast = current === steps.length;
  return {
    you: { id: FORMS.you, label: isLast ? t("wizard:finish") : t("wizard:next") },
    team: { id: FORMS.team, label: isLast ? t("send_and_finish") : t("send_and_continue") },
    duplicate: { id: FORMS.duplicate, label: isLast ? t("save_and_finish") : t("save_and_continue") },
  };
}

const FORMS = { you: "introduction", team: "invitations", duplicate: "default-account" };

function useStepContents(): Record<WelcomeStep, ReactNode> {
  const { current, steps, you, seatPrice, defaultAccount } = useLoaderData<typeof loader>();
  const accounts = useRoot().viewer?.accounts ?? [];
  const next = paths.welcomeStep(Math.min(current + 1, steps.length));
  return {
    you: <IntroductionForm id={FORMS.you} {...you} next={next} />,
    look: <Appearance />,
    team: <InviteForm step={{ id: FORMS.team, next }} seatPrice={seatPrice} />,
    duplicate: (
      <DefaultAccountForm
        step={{ id: FORMS.duplicate, next }}
        accounts={accounts}
        defaultAccount={defaultAccount ?? accounts[0]?.id}
      />
    ),
  };
}
