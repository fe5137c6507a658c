/** What a notification can say. */
import type { ReactNode } from "react";

export type ToastVariant = "default" | "success" | "info" | "error";

/** Texts are already translated. */
export interface ToastContent {
  title?: string;
  description?: string;
  variant?: ToastVariant;
  /** A small button or link. */
  action?: ReactNode;
}
