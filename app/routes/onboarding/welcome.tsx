/** /welcome: the introduction of somebody new. Spec §2 "Onboarding wizard". */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageNumber } from "~/domain/paging";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { loadFor } from "~/http/page.server";
import { updateUser } from "~/services/user.server";
import { OnboardingLayout } from "~/ui/layout/onboarding-layout";
import type { PageHandle } from "~/ui/layout/use-page";
import { Wizard } from "~/ui/onboarding/wizard";

export const handle: PageHandle = { title: "common:title.welcome", texts: ["welcome"] };

export const loader = (args: LoaderFunctionArgs) =>
  loadFor(args, "/welcome", ({ url }) => ({ current: pageNumber(url.searchParams.get("page")) }));

/** Finished or skipped: either way this person has seen it. Spec §4. */
export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/welcome",
    operation: updateUser,
    input: () => ({ onboarded: true }),
    isQuiet: true,
    then: () => paths.dashboard,
  });

export default function Welcome() {
  const { current } = useLoaderData<typeof loader>();
  const { t } = useTranslation("welcome");
  const steps = [
    {
      id: "look",
      name: t("look.name"),
      description: t("look.description"),
      content: <Step title={t("look.title")} text={t("look.text")} />,
    },
    {
      id: "yours",
      name: t("yours.name"),
      description: t("yours.description"),
      content: <Step title={t("yours.title")} text={t("yours.text")} />,
    },
    {
      id: "help",
      name: t("help.name"),
      description: t("help.description"),
      content: <Step title={t("help.title")} text={t("help.text")} />,
    },
  ];
  return (
    <OnboardingLayout>
      <Wizard
        label={t("common:title.welcome")}
        steps={steps}
        current={current}
        skipAction={paths.welcome}
        finishAction={paths.welcome}
      />
    </OnboardingLayout>
  );
}

function Step({ title, text }: { title: string; text: string }) {
  return (
    <div className="max-w-prose">
      <h2>{title}</h2>
      <p className="mt-2 text-muted">{text}</p>
    </div>
  );
}
