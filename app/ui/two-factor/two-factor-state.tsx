/** The state of two-factor: off, with a warning and a form to switch it on; or on, with its date and its settings. */
import { formatDate } from "~/domain/dates";
import { paths } from "~/domain/paths";
import { ActionForm, SubmitButton } from "../form/action-form";
import { ReauthenticationField, type ReauthenticationFieldProps } from "../form/reauthentication-field";
import { Badge } from "../kit/badge";
import { ButtonLink } from "../kit/button";
import { Card, CardBody, CardFooter, CardHeader } from "../kit/card";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";

interface TwoFactorOnProps {
  /** ISO 8601. */
  enabledAt: string;
  codesLeft: number;
}

export function TwoFactorOn({ enabledAt, codesLeft }: TwoFactorOnProps) {
  const { t, locale } = useTexts("account");
  return (
    <Card>
      <CardHeader
        title={t("two_factor.state.title")}
        description={t("two_factor.state.since", { date: formatDate(enabledAt, locale) })}
        actions={<Badge tone="good">{t("two_factor.state.on")}</Badge>}
      />
      <CardBody className="grid gap-4">
        <p>{t("two_factor.state.on_text")}</p>
        <CodesLeft count={codesLeft} />
      </CardBody>
      <CardFooter>
        <ButtonLink to={paths.twoFactorCodes}>{t("two_factor.state.new_codes")}</ButtonLink>
        <ButtonLink to={paths.twoFactorOff} variant="danger">
          {t("two_factor.state.switch_off")}
        </ButtonLink>
      </CardFooter>
    </Card>
  );
}

function CodesLeft({ count }: { count: number }) {
  const { t } = useTexts("account");
  const text = t("two_factor.state.codes_left", { count });
  return count <= FEW_CODES ? <Notice tone="warn">{text}</Notice> : <p className="text-muted">{text}</p>;
}

/** With so few codes left, the user should create new ones. */
const FEW_CODES = 2;

export function TwoFactorOff({ reauthentication }: { reauthentication: ReauthenticationFieldProps }) {
  const { t } = useTexts("account");
  return (
    <Card>
      <CardHeader
        title={t("two_factor.state.title")}
        actions={<Badge tone="warn">{t("two_factor.state.off")}</Badge>}
      />
      <CardBody className="grid gap-4">
        <Notice tone="warn">{t("two_factor.state.off_text")}</Notice>
        <p>{t("two_factor.state.how")}</p>
        <ActionForm
          schema={() => import("~/domain/forms/reauthentication").then((forms) => forms.reauthenticationForm)}
          className="max-w-md"
        >
          <ReauthenticationField {...reauthentication} />
          <SubmitButton className="justify-self-start">{t("two_factor.state.enable")}</SubmitButton>
        </ActionForm>
      </CardBody>
    </Card>
  );
}
