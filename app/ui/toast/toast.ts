/** Toasts: notifications that any part of the page can show. Their code is loaded with the first of them. */
import type { ReactNode } from "react";

/** How long the region of toasts is in the page before its first toast, so that screen readers announce it. */
export const TOAST_REGION_KNOWN_AFTER_MS = 150;

export type ToastVariant = "default" | "success" | "info" | "error";

/** The texts are translated. */
export interface ToastContent {
  title?: string;
  description?: string;
  variant?: ToastVariant;
  /** Stays until the user closes it. */
  isLasting?: boolean;
  /** A small button or link. */
  action?: ReactNode;
  /** A form whose button brings back what was before. A toast with it stays twice as long. */
  undo?: ReactNode;
  /** A button that closes the toast and tries again. A toast with this button does not close by itself. */
  retry?: { label: string; run: () => void };
}

export interface ToastHandle {
  id: string;
  /** Changes the content and restarts the time; a dismissed toast is shown again. */
  update(change: ToastContent): void;
  /** Closes the toast; it is removed from the store 10 s later. */
  dismiss(): void;
}

/** The part of the page that shows toasts. */
export interface ToastRegion {
  /** Shows a toast, or changes the one with the same id. */
  show(id: string, content: ToastContent): void;
  /** Closes a toast; without an id, all of them. */
  dismiss(id?: string): void;
}

/** Null until the code of the region has been loaded. */
let region: ToastRegion | null = null;
/** The requests to the region before it is there, in order. */
let waiting: ((region: ToastRegion) => void)[] = [];
let isWanted = false;
let reportWanted: () => void = () => undefined;

/**
 * Shows what has been asked for meanwhile, a moment later, because a screen reader announces only what is added to a region
 * that it knows. Returns a function that disconnects the region.
 */
export function connectToasts(connected: ToastRegion): () => void {
  const connect = () => {
    region = connected;
    for (const call of waiting.splice(0)) call(connected);
  };
  const timer = waiting.length > 0 ? setTimeout(connect, TOAST_REGION_KNOWN_AFTER_MS) : undefined;
  if (timer === undefined) connect();
  return () => {
    clearTimeout(timer);
    region = null;
  };
}

/** Whether the page needs the region. For `useSyncExternalStore`, with `subscribeToToastsWanted`. */
export const areToastsWanted = () => isWanted;

export function subscribeToToastsWanted(changed: () => void): () => void {
  reportWanted = changed;
  return () => {
    reportWanted = () => undefined;
  };
}

/**
 * Loads the code of the region, so that it is there before the first toast. In a task of its own: the one that asks may be
 * that which makes the page live, and a click would wait for both.
 */
export function wantToasts(): void {
  isWanted = true;
  setTimeout(() => reportWanted());
}

/** Closes all toasts, when the session that they belong to has ended. */
export function clearToasts(): void {
  waiting = [];
  region?.dismiss();
}

/**
 * Shows a toast, or changes the toast with the same `id`. Without an id, a toast with the same content replaces the
 * earlier one. For the browser only.
 */
export function showToast({ id: givenId, ...content }: ToastContent & { id?: string }): ToastHandle {
  const id =
    givenId ?? `${content.variant ?? "default"}: ${content.title ?? ""} ${content.description ?? ""}`;
  askRegion((to) => to.show(id, content));
  return {
    id,
    update: (change) => void showToast({ ...content, ...change, id }),
    dismiss: () => askRegion((to) => to.dismiss(id)),
  };
}

function askRegion(call: (region: ToastRegion) => void): void {
  if (region) call(region);
  else {
    waiting.push(call);
    wantToasts();
  }
}
