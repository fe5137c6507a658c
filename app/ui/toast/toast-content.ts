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
  /** A button that closes the toast and tries again; a toast that has one does not close by itself. */
  retry?: { label: string; run: () => void };
}
