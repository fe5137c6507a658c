/** The step Payment provider: the mode, Stripe's keys of both modes, the webhook, and the free plan. */
import type { SettingView, WebhookState } from "~/domain/setup";
import { PAYMENT_MODES } from "~/domain/setup-choices";
import { CheckboxField, RadioField, SwitchField } from "../form/choice-fields";
import { PasswordField, TextField } from "../form/fields";
import { Notice } from "../kit/notice";
import { TimeInText } from "../kit/time";
import { CopyButton } from "../two-factor/copy-button";
import { useTexts } from "../use-texts";
import { StepForm } from "./step-form";

interface StripeFormProps {
  revision: number;
  settings: readonly SettingView[];
  webhook: WebhookState;
}

type FindSetting = (name: string) => SettingView | undefined;

/** Keys that the environment fixes have no fields; the free plan can be chosen all the same. */
export function StripeForm({ revision, settings, webhook }: StripeFormProps) {
  const { t } = useTexts("setup");
  const find = (name: string) => settings.find((setting) => setting.name === name);
  const isFixed = (name: string) => find(name)?.source === "environment";
  const areKeysFixed = isFixed("STRIPE_SECRET_KEY");
  const mode = getMode(find);
  const modes = PAYMENT_MODES.map((value) => ({
    value,
    label: t(`stripe.mode.${value}`),
    hint: t(`stripe.mode_hint.${value}`),
  }));
  return (
    <StepForm
      intent="payments"
      revision={revision}
      isTested="by_choice"
      schema={() => import("~/domain/forms/setup-stripe").then((forms) => forms.stripeForm)}
    >
      <div className="group/pay grid gap-[18px]">
        {areKeysFixed ? null : (
          <>
            <RadioField name="mode" label={t("stripe.mode_label")} options={modes} defaultValue={mode} />
            <KeyFields mode="test" find={find} />
            <KeyFields mode="live" find={find} />
            <div className="grid gap-[18px] group-has-[[value=sandbox]:checked]/pay:hidden">
              <WebhookAddress {...webhook} />
              <PasswordField
                name="webhook_secret"
                label={t("stripe.webhook_secret_label")}
                hint={t(mode === "sandbox" ? "stripe.webhook_secret_hint" : "stripe.webhook_secret_keep")}
                autoComplete="new-password"
              />
            </div>
          </>
        )}
        <div className="group-has-[[value=sandbox]:checked]/pay:hidden">
          <CheckboxField
            name="create_prices"
            label={t("stripe.create_label")}
            hint={t("stripe.create_hint")}
          />
        </div>
        {isFixed("FREE_PLAN") ? null : (
          <SwitchField
            name="free_plan"
            label={t("stripe.free_label")}
            hint={t("stripe.free_hint")}
            defaultChecked={find("FREE_PLAN")?.value !== "off"}
          />
        )}
      </div>
    </StepForm>
  );
}

/** The mode in use. Keys that were saved by hand, without a mode, win over the saved mode. */
function getMode(find: FindSetting): string {
  const { value: key = null } = find("STRIPE_PUBLISHABLE_KEY") ?? {};
  if (key === null) return find("STRIPE_MODE")?.value ?? "sandbox";
  return key.startsWith("pk_live_") ? "live" : "test";
}

/** Both modes' keys are kept, so that changing the mode needs no typing. The style hides those of the other mode. */
function KeyFields({ mode, find }: { mode: "test" | "live"; find: FindSetting }) {
  const { t } = useTexts("setup");
  const prefix = mode === "test" ? "STRIPE_TEST" : "STRIPE_LIVE";
  const [publishable, secret] = [find(`${prefix}_PUBLISHABLE_KEY`), find(`${prefix}_SECRET_KEY`)];
  return (
    <div className={mode === "test" ? TEST_ONLY : LIVE_ONLY}>
      <TextField
        name={`${mode}_publishable_key`}
        label={t(`stripe.publishable_label.${mode}`)}
        placeholder={`pk_${mode}_…`}
        defaultValue={publishable?.value ?? ""}
        autoComplete="off"
      />
      <PasswordField
        name={`${mode}_secret_key`}
        label={t(`stripe.secret_label.${mode}`)}
        hint={
          secret?.is_set
            ? t("form.keep", { ending: secret.ending ?? "…" })
            : t("stripe.secret_hint", { start: `sk_${mode}_` })
        }
        autoComplete="new-password"
      />
    </div>
  );
}

const TEST_ONLY =
  "grid gap-[18px] group-has-[[value=sandbox]:checked]/pay:hidden group-has-[[value=live]:checked]/pay:hidden";
const LIVE_ONLY =
  "grid gap-[18px] group-has-[[value=sandbox]:checked]/pay:hidden group-has-[[value=test]:checked]/pay:hidden";

/** Where the provider sends its events, and whether they arrive. */
function WebhookAddress({ url, is_expected: isExpected, last_event_at: lastEventAt }: WebhookState) {
  const { t } = useTexts("setup");
  return (
    <div className="grid gap-2">
      <p className="text-control font-medium">{t("stripe.webhook_label")}</p>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 break-all rounded-md border border-line bg-sunken px-3 py-2 text-sm">
          {url}
        </code>
        <CopyButton text={url} label={t("stripe.webhook_copy")} />
      </div>
      <p className="text-sm text-muted">{t("stripe.webhook_hint")}</p>
      {isExpected ? (
        <Notice tone={lastEventAt === null ? "neutral" : "good"}>
          {lastEventAt === null ? (
            t("stripe.webhook_silent")
          ) : (
            <TimeInText iso={lastEventAt}>{(time) => t("stripe.webhook_heard", { time })}</TimeInText>
          )}
        </Notice>
      ) : null}
    </div>
  );
}
