/** The field for a new password: below it the rules, ticked as the password meets them, and its strength. */
import clsx from "clsx";
import { useState } from "react";
import { PASSWORD_MIN_LENGTH } from "~/domain/limits";
import { checkPasswordRules } from "~/domain/text";
import { useTexts } from "../use-texts";
import { Icon } from "../kit/icon";
import { PasswordField, type PasswordFieldProps } from "./fields";

type NewPasswordFieldProps = Omit<PasswordFieldProps, "autoComplete" | "hint" | "onValue">;

/** The rules stay visible while the user types the password. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const [password, setPassword] = useState("");
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      hint={<PasswordRules password={password} />}
      onValue={setPassword}
    />
  );
}

function PasswordRules({ password }: { password: string }) {
  const { t } = useTexts("form");
  const rules = checkPasswordRules(password);
  const levels = { weak: t("password.weak"), fair: t("password.fair"), strong: t("password.strong") };
  const met = Object.values(rules).filter(Boolean).length;
  return (
    <div className="grid gap-1">
      <ul className="grid gap-1">
        <Rule isMet={rules.length} text={t("password.rule_length", { minLength: PASSWORD_MIN_LENGTH })} />
        <Rule isMet={rules.special} text={t("password.rule_special")} />
      </ul>
      {/* Rendered while empty: some screen readers do not announce a live region that appears with its text. */}
      <p role="status" className="empty:hidden">
        {password === "" ? null : (
          <>
            <span className="sr-only">
              {t("password.rules_met", { met, total: Object.keys(rules).length })}{" "}
            </span>
            {t("password.strength", { level: levels[measureStrength(password)] })}
          </>
        )}
      </p>
    </div>
  );
}

function Rule({ isMet, text }: { isMet: boolean; text: string }) {
  const { t } = useTexts("form");
  return (
    <li className={clsx("flex gap-1.5", isMet && "text-good")}>
      <Icon name={isMet ? "circle-check" : "circle"} className={clsx("mt-px", !isMet && "text-faint")} />
      <span>
        {text}
        {isMet ? <span className="sr-only"> ({t("password.rule_met")})</span> : null}
      </span>
    </li>
  );
}

type Strength = "weak" | "fair" | "strong";

/** A hint of how hard a password is to guess. Length counts most. No password is rejected because of it. */
export function measureStrength(password: string): Strength {
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const distinct = new Set(password).size;
  if (password.length < PASSWORD_MIN_LENGTH || distinct < 5 || kinds < 2) return "weak";
  return password.length >= 14 || (password.length >= 11 && kinds >= 3) ? "strong" : "fair";
}

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u];
