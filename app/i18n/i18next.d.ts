/** Types the keys of i18next's `t`: https://www.i18next.com/overview/typescript */
import "i18next";
import type { Texts } from "~/domain/message-keys";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: Texts;
  }
}
