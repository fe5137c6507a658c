/** Tells the owner that the plan was changed, will end, goes on after all, or has started after another one; or what support has given. */
import { formatDate } from "~/domain/dates";
import { BillingMail, listPaymentFacts, listPlanFacts } from "./billing-parts";
import { Facts, Note, Paragraph } from "./layout";
import type { Template, TemplateProps } from "../mail-values";

interface Texts {
  title: string;
  intro: string;
  /** The name of the date. */
  date: string;
  note?: string;
}

export const planUpdated: Template<"plan_updated"> = {
  subject: (props) => getTexts(props).title,
  body: (props) => {
    const { t, values } = props;
    const { title, intro, date, note } = getTexts(props);
    const button = t("mail:billing.button");
    return (
      <BillingMail
        {...props}
        texts={{ title, preview: intro, button, reason: t("mail:plan_updated.reason") }}
      >
        <Paragraph>{intro}</Paragraph>
        <Facts
          rows={[
            ...listPlanFacts(props, values),
            ...listPaymentFacts(props, { name: date, date: values.date, values }),
          ]}
        />
        {note === undefined ? null : <Note>{note}</Note>}
      </BillingMail>
    );
  },
};

function getTexts(props: TemplateProps<"plan_updated">): Texts {
  const { t, values } = props;
  const { plan, change, otherPlan } = values;
  switch (change) {
    case "changed":
      return {
        title: t("mail:plan_updated.changed", { plan }),
        intro: otherPlan
          ? t("mail:plan_updated.changed_from", { plan, previous: otherPlan })
          : t("mail:plan_updated.changed_to", { plan }),
        date: t("mail:billing.next_payment"),
      };
    case "began":
      return {
        title: t("mail:plan_updated.changed", { plan }),
        intro: otherPlan
          ? t("mail:plan_updated.began_after", { plan, previous: otherPlan })
          : t("mail:plan_updated.changed_to", { plan }),
        date: t("mail:billing.next_payment"),
      };
    case "ends":
      return getEndTexts(props);
    case "resumed":
      return {
        title: t("mail:plan_updated.resumed", { plan }),
        intro: t("mail:plan_updated.resumed_intro", { plan }),
        date: t("mail:billing.next_payment"),
      };
    case "extended":
      return {
        title: t("mail:plan_updated.extended", { plan }),
        intro: t("mail:plan_updated.extended_intro", { plan }),
        date: t("mail:billing.trial_ends"),
      };
    case "given":
      return {
        title: t("mail:plan_updated.given", { plan }),
        intro: `${t("mail:plan_updated.given_intro", { plan })} ${describeNextPlan(props)}`,
        date: t("mail:billing.ends"),
      };
  }
}

function describeOverLimit({ t, values }: TemplateProps<"plan_updated">): string {
  const { overLimit, otherPlan } = values;
  if (!overLimit || otherPlan === null) return "";
  const { limit, members } = overLimit;
  return t("mail:plan_updated.over_limit", { plan: otherPlan, limit, members, count: members - limit });
}

function describeNextPlan({ t, values }: TemplateProps<"plan_updated">): string {
  return values.otherPlan
    ? t("mail:plan_updated.ends_next", { plan: values.otherPlan })
    : t("mail:plan_updated.ends_without");
}

function getEndTexts(props: TemplateProps<"plan_updated">): Texts {
  const { t, locale, values } = props;
  const { plan } = values;
  const end = values.date && formatDate(values.date, locale);
  return {
    title: end
      ? t("mail:plan_updated.ends", { plan, date: end })
      : t("mail:plan_updated.ends_soon", { plan }),
    intro: `${t("mail:plan_updated.ends_intro", { plan })} ${describeNextPlan(props)}`,
    date: t("mail:billing.ends"),
    note: [describeOverLimit(props), t("mail:plan_updated.ends_note")].join(" ").trim(),
  };
}
