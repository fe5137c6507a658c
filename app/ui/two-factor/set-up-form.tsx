/** The two steps of setting up an authenticator app: scan the QR code or type the key, then enter a code from the app. */
import type { ReactNode } from "react";
import type { FormReply } from "~/domain/forms/reply";
import { paths } from "~/domain/paths";
import { ActionForm, SubmitButton } from "../form/action-form";
import { CodeField } from "../form/code-field";
import { ReauthenticationField, type ReauthenticationFieldProps } from "../form/reauthentication-field";
import { TextLink } from "../kit/text-link";
import { Card, CardBody } from "../kit/card";
import { useTexts } from "../use-texts";
import { CopyButton } from "./copy-button";

/** The secret is shown in groups of four characters, which are easier to type. */
const GROUP = /.{1,4}/g;

interface SetUpFormProps {
  /** A picture in a data: URL. */
  qrCode: string;
  otpauth: string;
  secret: string;
  reauthentication: ReauthenticationFieldProps;
  onDone: (reply: FormReply) => void;
}

export function SetUpForm({ qrCode, otpauth, secret, reauthentication, onDone }: SetUpFormProps) {
  const { t } = useTexts("account");
  return (
    <Card>
      <CardBody isAlone className="grid gap-6">
        <Step number={1} title={t("two_factor.set_up.scan")}>
          <p className="text-muted">{t("two_factor.set_up.scan_text")}</p>
          <div className="flex flex-wrap items-center gap-x-8 gap-y-5">
            <img
              src={qrCode}
              alt={t("two_factor.set_up.qr")}
              width={208}
              height={208}
              className="rounded border border-line bg-white"
            />
            <TypedKey secret={secret} otpauth={otpauth} />
          </div>
        </Step>
        <Step number={2} title={t("two_factor.set_up.prove")}>
          <ActionForm
            schema={() => import("~/domain/forms/credentials").then((forms) => forms.codeForm)}
            onDone={onDone}
            className="max-w-md"
          >
            <CodeField name="code" label={t("two_factor.set_up.code")} />
            <ReauthenticationField {...reauthentication} />
            <div className="flex flex-wrap items-center gap-4">
              <SubmitButton>{t("two_factor.set_up.submit")}</SubmitButton>
              <TextLink to={paths.twoFactor}>{t("two_factor.cancel")}</TextLink>
            </div>
          </ActionForm>
        </Step>
      </CardBody>
    </Card>
  );
}

/** For an app that cannot scan the QR code: on the same phone, or on a computer without a camera. */
function TypedKey({ secret, otpauth }: Pick<SetUpFormProps, "secret" | "otpauth">) {
  const { t } = useTexts("account");
  return (
    <div className="grid min-w-0 max-w-sm flex-1 basis-64 justify-items-start gap-3">
      <h3>{t("two_factor.set_up.type")}</h3>
      <p className="text-muted">{t("two_factor.set_up.type_text")}</p>
      <p className="max-w-full select-all break-words rounded border border-line bg-sunken px-3 py-2 font-mono text-sm">
        {(secret.match(GROUP) ?? []).join(" ")}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <CopyButton text={secret} label={t("two_factor.set_up.copy_key")} size="sm" />
        <a href={otpauth} className="link text-sm">
          {t("two_factor.set_up.open_app")}
        </a>
      </div>
    </div>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
      <span
        aria-hidden
        className="grid size-7 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent-text"
      >
        {number}
      </span>
      <div className="grid gap-3">
        <h2 className="mt-0.5">{title}</h2>
        {children}
      </div>
    </section>
  );
}
