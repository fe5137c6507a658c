/** The shape of a mail template. */
import type { TFunction } from "i18next";
import type { ReactElement } from "react";
import type { Locale } from "~/domain/locales";
import type { MailTemplate, MailValues } from "../mail-values";

export interface TemplateProps<T extends MailTemplate> {
  values: MailValues[T];
  locale: Locale;
  t: TFunction;
}

export interface Template<T extends MailTemplate> {
  subject: (props: TemplateProps<T>) => string;
  body: (props: TemplateProps<T>) => ReactElement;
  /**
   * Headers of the mail. Without them it is marked as sent by a machine (RFC 3834), so that no machine answers it.
   */
  headers?: (values: MailValues[T]) => Record<string, string>;
}
