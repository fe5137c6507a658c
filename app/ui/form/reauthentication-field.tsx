/** Reauthentication inside a form that changes a credential: asks for the password, a two-factor code or a passkey again. */
import { useState } from "react";
import type { ReauthenticationState } from "~/domain/forms/reauthentication";
import { paths } from "~/domain/paths";
import { ButtonLink } from "../kit/button";
import { Notice } from "../kit/notice";
import { TextLink } from "../kit/text-link";
import { PasskeyConfirmation } from "../passkeys/passkey-confirmation";
import { useTexts } from "../use-texts";
import { PasswordField, TextField } from "./fields";
import { useField } from "./form-state";

export type ReauthenticationFieldProps = ReauthenticationState;

/**
 * The field `password` or `code`, with a button for a user's passkeys. A user with neither gets the link that sets a password:
 * their passkey may be lost, or of another host. Nothing if it is recent.
 */
export function ReauthenticationField(props: ReauthenticationFieldProps) {
  const { t } = useTexts("form");
  if (!useIsRequested(props)) return null;
  const { method, hasPasskey } = props;
  if (!hasPasskey) return <TypedField method={method} />;
  if (method !== "none")
    return (
      <PasskeyConfirmation>
        <TypedField method={method} />
      </PasskeyConfirmation>
    );
  return (
    <>
      <PasskeyConfirmation />
      <p className="text-sm">
        <TextLink to={paths.forgotPassword}>{t("proof.set_password")}</TextLink>
      </p>
    </>
  );
}

function TypedField({ method }: Pick<ReauthenticationFieldProps, "method">) {
  const { t } = useTexts("form");
  if (method === "password") {
    return (
      <PasswordField
        name="password"
        label={t("proof.label")}
        hint={t("proof.hint")}
        autoComplete="current-password"
      />
    );
  }
  if (method === "code") {
    return (
      <TextField
        name="code"
        label={t("proof.code")}
        hint={t("proof.code_hint")}
        autoComplete="one-time-code"
      />
    );
  }
  return (
    <Notice
      tone="accent"
      action={
        <ButtonLink to={paths.forgotPassword} size="sm">
          {t("proof.set_password")}
        </ButtonLink>
      }
    >
      {t("proof.no_password")}
    </Notice>
  );
}

/** It may have expired since the page was loaded: the server's error then names the field, which stays visible. */
function useIsRequested({ isRecent, method }: ReauthenticationFieldProps): boolean {
  const { error: typedError } = useField(method === "code" ? "code" : "password", undefined);
  const { error: passkeyError } = useField("passkey", undefined);
  const error = typedError ?? passkeyError;
  const [wasRefused, setWasRefused] = useState(false);
  if (error !== undefined && !wasRefused) setWasRefused(true);
  return !isRecent || wasRefused;
}
