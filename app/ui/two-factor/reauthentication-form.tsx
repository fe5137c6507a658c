/** The confirmation of a step in the two-factor settings, with reauthentication. */
import type { ReactNode } from "react";
import type { FormReply } from "~/domain/forms/reply";
import { paths } from "~/domain/paths";
import { ActionForm, SubmitButton } from "../form/action-form";
import { ReauthenticationField, type ReauthenticationFieldProps } from "../form/reauthentication-field";
import { Card, CardBody } from "../kit/card";
import { Notice } from "../kit/notice";
import { TextLink } from "../kit/text-link";
import { useTexts } from "../use-texts";

interface ReauthenticationFormProps {
  reauthentication: ReauthenticationFieldProps;
  /** Names the action. */
  submitLabel: string;
  variant?: "primary" | "danger";
  onDone?: (reply: FormReply) => void;
  /** The warning that says what will happen. */
  children: ReactNode;
}

export function ReauthenticationForm({
  reauthentication,
  submitLabel,
  variant,
  onDone,
  children,
}: ReauthenticationFormProps) {
  const { t } = useTexts("account");
  return (
    <Card>
      <CardBody isAlone className="grid gap-4">
        <Notice tone="warn">{children}</Notice>
        <ActionForm
          schema={() => import("~/domain/forms/reauthentication").then((forms) => forms.reauthenticationForm)}
          onDone={onDone}
          className="max-w-md"
        >
          <ReauthenticationField {...reauthentication} />
          <div className="flex flex-wrap items-center gap-4">
            <SubmitButton variant={variant}>{submitLabel}</SubmitButton>
            <TextLink to={paths.twoFactor}>{t("two_factor.cancel")}</TextLink>
          </div>
        </ActionForm>
      </CardBody>
    </Card>
  );
}
