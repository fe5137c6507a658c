/** Asks once more who it is, before what could lock somebody out. */
import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { ButtonLink } from "../kit/button";
import { Notice } from "../kit/notice";
import { PasswordField } from "./fields";
import { useField } from "./form-state";

export interface ProofFieldProps {
  /** They proved it within the last minutes: nothing is asked. */
  isRecent: boolean;
  hasPassword: boolean;
}

/** Goes inside a form: the password as the field `password`, or the way to sign in again for whoever has none. */
export function ProofField({ isRecent, hasPassword }: ProofFieldProps) {
  const { t } = useTranslation("form");
  const { pathname } = useLocation();
  if (!useIsAsked(isRecent)) return null;
  if (hasPassword) {
    return (
      <PasswordField
        name="password"
        label={t("proof.label")}
        hint={t("proof.hint")}
        autoComplete="current-password"
      />
    );
  }
  return (
    <Notice
      tone="accent"
      action={
        <ButtonLink to={paths.signInAgain(pathname)} size="sm">
          {t("proof.sign_in")}
        </ButtonLink>
      }
    >
      {t("proof.sign_in_again")}
    </Notice>
  );
}

/** The proof may have aged since the page was loaded: the server's answer then names the field, which stays. */
function useIsAsked(isRecent: boolean): boolean {
  const { error } = useField("password", undefined);
  const [wasRefused, setWasRefused] = useState(false);
  if (error !== undefined && !wasRefused) setWasRefused(true);
  return !isRecent || wasRefused;
}
