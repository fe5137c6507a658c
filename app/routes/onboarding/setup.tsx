/** /setup: the steps that configure a new installation. Each tests what it is given before it saves. */
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { parsePageNumber } from "~/domain/paging";
import { paths } from "~/domain/paths";
import { getStepNumber, SETUP_STEPS, type IdentityProviderTrial, type SetupStep } from "~/domain/setup";
import { handleAction } from "~/http/action.server";
import { handleLoader, type PageContext } from "~/http/loader.server";
import { findSetupRefusal, toStepAction } from "~/http/setup.server";
import { findTrialResult } from "~/http/setup-trial.server";
import {
  listSetupIdentityProviders,
  saveSetupAuthentication,
  type SetupIdentityProvider,
} from "~/services/setup/authentication.server";
import { saveSetupDatabase } from "~/services/setup/database.server";
import { saveSetupDomain } from "~/services/setup/domain.server";
import { finishSetup, readFinishPage, type FinishPage } from "~/services/setup/finish.server";
import { saveSetupMail } from "~/services/setup/mail.server";
import { saveSetupStripe } from "~/services/setup/stripe.server";
import { readSetupPage, type SetupPage } from "~/services/setup/setup-page.server";
import { OnboardingLayout } from "~/ui/layout/onboarding-layout";
import type { PageHandle } from "~/ui/use-page";
import { Wizard } from "~/ui/onboarding/wizard";
import { AuthenticationForm } from "~/ui/setup/authentication-form";
import { DatabaseForm, isFixedDatabase } from "~/ui/setup/database-form";
import { DomainForm } from "~/ui/setup/domain-form";
import { FinishForm } from "~/ui/setup/finish-form";
import { MailForm } from "~/ui/setup/mail-form";
import { Overview } from "~/ui/setup/overview";
import { SettingList } from "~/ui/setup/setting-list";
import { StripeForm } from "~/ui/setup/stripe-form";
import { TokenForm } from "~/ui/setup/token-form";
import { useTexts } from "~/ui/use-texts";

interface WizardData extends SetupPage {
  providers: SetupIdentityProvider[];
  trial: IdentityProviderTrial | null;
  /** Null on every page but the last. */
  finish: FinishPage | null;
}

interface SetupData {
  /** Null for a visitor without the token. */
  setup: WizardData | null;
  current: number;
  /** The problem with the token. */
  error: string | null;
}

export const handle: PageHandle = {
  title: "common:title.setup",
  texts: ["setup", "wizard", "checks", "account"],
};

/** The URL always names the step, so that the browser's back button goes through the steps. */
export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.setup, async (context) => {
    const refusal = await findSetupRefusal(context);
    if (refusal) {
      const error = refusal.message && context.translator.message(refusal.message);
      return data<SetupData>({ setup: null, current: 1, error }, { status: refusal.status });
    }
    const page = context.url.searchParams.get("page");
    if (page === null) throw redirect(paths.setupStep(1));
    const current = parsePageNumber(page);
    return data<SetupData>({ setup: await readWizard(context, current), current, error: null });
  });

async function readWizard(context: PageContext, current: number): Promise<WizardData> {
  const { app, translator, setup } = context;
  const isLast = current === getStepNumber("finish");
  return {
    ...(await readSetupPage(app, translator.message, setup?.proxies ?? 0)),
    providers: listSetupIdentityProviders(context),
    trial: await findTrialResult(context),
    finish: isLast ? await readFinishPage(app, translator) : null,
  };
}

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.setup, {
    database: toStepAction(saveSetupDatabase, toNextStep),
    payments: toStepAction(saveSetupStripe, toNextStep, { switches: ["free_plan"] }),
    mail: toStepAction(saveSetupMail, toNextStep),
    domain: toStepAction(saveSetupDomain, toNextStep),
    // The next thing to do is on the same page: to try what was saved.
    authentication: toStepAction(saveSetupAuthentication, () =>
      paths.setupStep(getStepNumber("authentication")),
    ),
    finish: {
      operation: finishSetup,
      redirectTo: () => paths.signUp,
      isReloading: true,
      // The page is out of date: it is shown again as it is now.
      failTo: (_context, { code }) =>
        code === "conflict" ? paths.setupStep(getStepNumber("finish")) : undefined,
    },
  });

function toNextStep({ url }: PageContext): string {
  const current = parsePageNumber(url.searchParams.get("page"));
  return paths.setupStep(Math.min(current + 1, SETUP_STEPS.length));
}

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Setup() {
  const { setup, current, error } = useLoaderData<SetupData>();
  return (
    <OnboardingLayout>
      {setup ? <SetupWizard setup={setup} current={current} /> : <TokenForm error={error} />}
    </OnboardingLayout>
  );
}

function SetupWizard({ setup, current }: { setup: WizardData; current: number }) {
  const { t } = useTexts(["setup", "common"]);
  return (
    <Wizard
      label={t("common:title.setup")}
      steps={SETUP_STEPS.map((step) => ({
        id: step,
        name: t(`step.${step}.name`),
        description: t(`step.${step}.description`),
        content: <StepContent step={step} setup={setup} />,
        hasOwnButton: hasForm(step, setup),
        skipLabel: canSkip(step) && isUntouched(setup.steps[step]) ? t(`skip.${step}`) : undefined,
      }))}
      current={current}
    />
  );
}

/** Without a form the way to the next step is the one thing to do. */
function hasForm(step: SetupStep, { steps, hasUsers }: WizardData): boolean {
  if (step === "database") return !hasUsers && !isFixedDatabase(steps.database.settings);
  return step !== "welcome";
}

const canSkip = (step: SetupStep) => step !== "welcome" && step !== "finish";

const isUntouched = ({ settings }: WizardData["steps"][SetupStep]) =>
  settings.length > 0 && settings.every(({ source }) => source === "default");

/** The settings in use, and the form of the step. */
function StepContent({ step, setup }: { step: SetupStep; setup: WizardData }) {
  if (step === "welcome") return <Overview inUse={setup.inUse} />;
  const inUse = setup.inUse[step];
  const form = renderForm(step, setup);
  return (
    <>
      {inUse === null ? null : <SettingList {...setup.steps[step]} inUse={inUse} />}
      {form}
    </>
  );
}

/** Null for a step whose settings are only in the environment. */
function renderForm(
  step: SetupStep,
  { steps, revision, proxies, hasUsers, webhook, smtp, providers, trial, finish }: WizardData,
): ReactNode {
  switch (step) {
    case "database":
      return <DatabaseForm revision={revision} hasUsers={hasUsers} settings={steps.database.settings} />;
    case "payments":
      return <StripeForm revision={revision} webhook={webhook} settings={steps.payments.settings} />;
    case "mail":
      return <MailForm revision={revision} smtp={smtp} settings={steps.mail.settings} />;
    case "domain":
      return <DomainForm revision={revision} proxies={proxies} settings={steps.domain.settings} />;
    case "authentication": {
      const { settings } = steps.authentication;
      return <AuthenticationForm {...{ revision, settings, providers, trial }} />;
    }
    case "finish":
      return finish && <FinishForm revision={revision} {...finish} />;
    default:
      return <EnvironmentOnly />;
  }
}

function EnvironmentOnly() {
  const { t } = useTexts("setup");
  return <p className="text-muted">{t("form.environment_only")}</p>;
}
