/** What happens when a request fails, decided in one place. Spec §8. */
import { useLocation, useNavigate } from "@remix-run/react";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { Message } from "~/domain/messages";
import { paths } from "~/domain/paths";
import { showToast, type ToastHandle } from "../toast/toast";
import { translateMessage } from "./messages";

export interface RequestFailure {
  /** HTTP status; missing or 0 when there was no answer at all. */
  status?: number;
  /** The body of the answer: JSON as read, or plain text. */
  body?: unknown;
  /** What was thrown. */
  error?: unknown;
  /** Sends the same again; offered where the sender did nothing wrong. */
  retry?: () => void;
}

export type ErrorReaction =
  /** `said` is why, where the page it leads to cannot know. */
  | { kind: "navigate"; to: string; said?: Message }
  | { kind: "toast"; title?: Message; description: Message; isLogged: boolean };

/**
 * Whether a failure is for the sender of the form to correct: its message then stands in the form. Where a status has
 * its own page, or the server failed, the central handler decides.
 */
export function isForSender({ status, body }: RequestFailure, at: string): boolean {
  const to = findRedirectPath(status, body);
  return isRefused({ status }) && (to === null || isOnPage(to, at));
}

/** The row of spec §8's table for a failure on the page `at`. Nobody is sent to where they already are. */
export function toErrorReaction({ status, body, error }: RequestFailure, at: string): ErrorReaction {
  const to = findRedirectPath(status, body);
  if (to !== null && !isOnPage(to, at)) {
    const message = to === paths.signIn ? findMessage(body) : null;
    return { kind: "navigate", to, ...(message && { said: message }) };
  }
  if (status === 429) {
    return {
      kind: "toast",
      description: findPlainText(body) ?? findMessage(body) ?? MESSAGE,
      isLogged: false,
    };
  }
  return {
    kind: "toast",
    title: "form:errors.title",
    description: findMessage(body) ?? findMessage(error) ?? MESSAGE,
    isLogged: !status,
  };
}

/** Returns the function that every failed request goes through; it answers the notification of what can be tried again. */
export function useCentralErrors(): (failure: RequestFailure) => ToastHandle | null {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { t } = useTranslation("form");
  return useCallback(
    (failure) => {
      const answer = toErrorReaction(failure, pathname);
      if (answer.kind === "navigate") {
        navigate(answer.to);
        if (answer.said) showToast({ variant: "error", title: translateMessage(t, answer.said) });
        return null;
      }
      if (answer.isLogged) console.error(failure.error ?? failure.body);
      return showToast({
        // The same failure again is shown once, anew.
        id: `failure: ${answer.description}`,
        variant: "error",
        ...(failure.retry &&
          !isRefused(failure) && { retry: { label: t("errors.retry"), run: failure.retry } }),
        ...(answer.title && { title: translateMessage(t, answer.title) }),
        description: translateMessage(t, answer.description),
      });
    },
    [navigate, pathname, t],
  );
}

const MESSAGE = "form:errors.message";

/** The server has understood the request and will not do it: the same again would be refused again. */
function isRefused({ status }: RequestFailure): boolean {
  return status !== undefined && status >= 400 && status < 500;
}

function findRedirectPath(status: number | undefined, body: unknown): string | null {
  if (status === 401) return paths.signIn;
  if (status === 404) return paths.missing;
  if (status === 402) return paths.upgradeTo(findPlanName(body));
  return null;
}

function isOnPage(to: string, at: string): boolean {
  const isSignIn = to === paths.signIn && at === paths.home;
  return isSignIn || to.split("?")[0] === at;
}

function findMessage(source: unknown): string | null {
  const message = readProperty(source, "message");
  return typeof message === "string" && message !== "" ? message : null;
}

function findPlainText(body: unknown): string | null {
  return typeof body === "string" && body !== "" ? body : null;
}

/** The API puts the plan in `data`, a page's form beside it. */
function findPlanName(body: unknown): string {
  const plan = readProperty(readProperty(body, "data"), "plan") ?? readProperty(body, "plan");
  return typeof plan === "string" ? plan : "";
}

function readProperty(source: unknown, name: string): unknown {
  return typeof source === "object" && source !== null ? Reflect.get(source, name) : undefined;
}
