/** The parts that every card of /dev/billing has: its form of buttons, statuses, and times in the sandbox's seconds. */
import type { ReactNode } from "react";
import { seconds } from "~/domain/limits";
import { PostForm } from "../form/post-form";
import type { FormIdentity } from "../form/replies";
import { Badge, type Tone } from "../kit/badge";
import { Button } from "../kit/button";

/** A row of buttons that post one form; each `ControlButton` adds its own value. Without a label it is no landmark. */
export function ControlForm({
  label,
  children,
  ...identity
}: FormIdentity & { label?: string; children: ReactNode }) {
  return (
    <PostForm {...identity} keepsScroll aria-label={label} className="flex flex-wrap gap-2">
      {children}
    </PostForm>
  );
}

interface ControlButtonProps {
  name: string;
  value: string;
  /** The text that a screen reader says in place of the visible one. */
  label?: string;
  isPressed?: boolean;
  children: ReactNode;
}

export function ControlButton({ name, value, label, isPressed, children }: ControlButtonProps) {
  return (
    <Button
      type="submit"
      size="sm"
      name={name}
      value={value}
      aria-label={label}
      aria-pressed={isPressed}
      className="aria-pressed:border-accent-text aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
    >
      {children}
    </Button>
  );
}

/** Statuses are the provider's own words, so that they can be looked up there. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={TONES[status] ?? "neutral"}>{status}</Badge>;
}

const TONES: Record<string, Tone> = {
  active: "good",
  paid: "good",
  trialing: "accent",
  open: "warn",
  incomplete: "warn",
  past_due: "bad",
  unpaid: "bad",
  uncollectible: "bad",
  needs_response: "warn",
  actionable: "warn",
  won: "good",
  lost: "bad",
};

/** Seconds on the sandbox's clock as an ISO 8601 time. */
export function toIso(time: number): string {
  return new Date(seconds(time)).toISOString();
}
