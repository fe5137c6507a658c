/** Tells the user about a sign-in from a new device, in case it was not them. */
import { toMailAgentMessage } from "~/domain/agents";
import { formatDateTime } from "~/domain/dates";
import type { MailKey, Translate } from "~/domain/message-keys";
import { readMessage } from "~/domain/messages";
import { ActionButton, UrlLink, Facts, getStopLink, Greeting, MailLayout, Note, Paragraph } from "./layout";
import type { MailValues, Template } from "../mail-values";

export const newSignin: Template<"new_signin"> = {
  subject: ({ t }) => t("mail:new_signin.subject"),
  body: ({ t, locale, values }) => {
    const agent = readMessage(toMailAgentMessage(values.agent));
    return (
      <MailLayout
        locale={locale}
        title={t("mail:new_signin.title")}
        preview={t("mail:new_signin.preview")}
        reason={t("mail:new_signin.reason")}
        stop={getStopLink({ t, values })}
      >
        <Greeting t={t} name={values.name} />
        <Paragraph>{t("mail:new_signin.intro")}</Paragraph>
        <Facts
          rows={[
            [
              t("mail:new_signin.when"),
              t("mail:new_signin.time", { time: formatDateTime(values.at, locale) }),
            ],
            ...listFactors(values, t),
            [t("mail:new_signin.device"), t(agent.key as MailKey, agent.values)],
            [t("mail:new_signin.address"), values.address],
          ]}
        />
        <ActionButton t={t} href={values.link} label={t("mail:new_signin.button")} />
        <Note>
          {t("mail:new_signin.not_you")}
          <br />
          <UrlLink href={values.forgotLink} />
        </Note>
      </MailLayout>
    );
  },
};

/** The row that says how the user has signed in; none where that is not known. */
function listFactors(
  { factors, provider }: Pick<MailValues["new_signin"], "factors" | "provider">,
  t: Translate<MailKey>,
): [name: string, value: string][] {
  if (factors.length === 0) return [];
  const names = factors.map((factor) =>
    factor === "provider" && provider !== undefined ? provider : t(`mail:new_signin.factor.${factor}`),
  );
  return [[t("mail:new_signin.how"), names.join(", ")]];
}
