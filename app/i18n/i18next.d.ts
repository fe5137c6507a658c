/** i18next's `t` knows the keys of the texts: https://www.i18next.com/overview/typescript */
import "i18next";
import type { Texts } from "~/domain/message-keys";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: Texts;
  }
}
