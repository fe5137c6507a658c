/** Tells the user that an identity provider was connected or disconnected, in case it was not them. */
import { ActionButton, Greeting, MailLayout, Note, Paragraph } from "./layout";
import type { Template, TemplateProps } from "../mail-values";

export const identityProviderLinked: Template<"network_linked"> = {
  subject: ({ t, values }) => t("mail:network_linked.subject", { network: values.network }),
  body: (props) => {
    const { t, values } = props;
    const title = t("mail:network_linked.title", { network: values.network });
    const intro = t("mail:network_linked.intro", { network: values.network });
    const texts = { title, intro, notYou: t("mail:network_linked.not_you") };
    return <Changed {...props} {...texts} reason={t("mail:network_linked.reason")} />;
  },
};

export const identityProviderUnlinked: Template<"network_unlinked"> = {
  subject: ({ t, values }) => t("mail:network_unlinked.subject", { network: values.network }),
  body: (props) => {
    const { t, values } = props;
    const title = t("mail:network_unlinked.title", { network: values.network });
    const intro = t("mail:network_unlinked.intro", { network: values.network });
    const texts = { title, intro, notYou: t("mail:network_unlinked.not_you") };
    return <Changed {...props} {...texts} reason={t("mail:network_unlinked.reason")} />;
  },
};

type ChangedProps = TemplateProps<"network_linked" | "network_unlinked"> & {
  title: string;
  intro: string;
  /** The advice if it was not the user. */
  notYou: string;
  reason: string;
};

function Changed({ t, locale, values, title, intro, notYou, reason }: ChangedProps) {
  return (
    <MailLayout locale={locale} title={title} preview={intro} reason={reason}>
      <Greeting t={t} name={values.name} />
      <Paragraph>{intro}</Paragraph>
      <ActionButton t={t} href={values.link} label={t("mail:network_linked.button")} />
      <Note>{notYou}</Note>
    </MailLayout>
  );
}
