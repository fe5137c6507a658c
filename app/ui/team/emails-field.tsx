/** The field for several emails: each is a chip that says what becomes of it. Needs scripts. */
import { useState, type ClipboardEvent, type KeyboardEvent } from "react";
import type { Places } from "~/domain/members";
import { Field } from "../form/field";
import { Badge, type Tone } from "../kit/badge";
import { Icon } from "../kit/icon";
import { Tooltip } from "../kit/tooltip";
import { useTexts } from "../use-texts";
import { useInvitees, type ChipState } from "./use-invitees";

interface EmailsFieldProps {
  /** The places of the plan when the page was loaded. */
  places: Places;
}

/** Enter, a comma, a semicolon or leaving the field makes a chip of the typed email; Backspace in the empty field removes the last. */
export function EmailsField({ places: initialPlaces }: EmailsFieldProps) {
  const { t } = useTexts("team");
  const [emails, setEmails] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState("");
  const { states, places } = useInvitees(emails, initialPlaces);

  function add(text: string): void {
    const added = text.split(SEPARATORS).map((part) => part.trim().toLowerCase());
    setEmails([...new Set([...emails, ...added.filter(Boolean)])]);
    setTyped("");
  }

  function handleKey(event: KeyboardEvent): void {
    const isEntered =
      event.key === "," || event.key === ";" || (event.key === "Enter" && typed.trim() !== "");
    if (isEntered) {
      event.preventDefault();
      add(typed);
    } else if (event.key === "Backspace" && typed === "") setEmails(emails.slice(0, -1));
  }

  function handlePaste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData("text");
    if (!SEPARATORS.test(text.trim())) return;
    event.preventDefault();
    add(`${typed}${text}`);
  }

  return (
    <Field name="email" label={t("invite.email")} hint={t("invite.add_hint")}>
      {({ name, ...control }) => (
        <div className="grid gap-2">
          <input type="hidden" name={name} value={[...emails, typed.trim()].filter(Boolean).join(", ")} />
          <input
            {...control}
            type="text"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={emails.length === 0 ? t("invite.email_example") : undefined}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={handleKey}
            onPaste={handlePaste}
            onBlur={() => add(typed)}
            className="field-text h-9.5 w-full min-w-0 rounded border border-line-strong bg-surface px-3 text-text shadow-control placeholder:text-faint aria-[invalid]:border-bad"
          />
          {emails.length > 0 ? (
            <ul className="grid gap-1.5" aria-live="polite">
              {emails.map((email) => (
                <EmailChip
                  key={email}
                  email={email}
                  state={states.get(email) ?? "checking"}
                  onRemove={() => setEmails(emails.filter((other) => other !== email))}
                />
              ))}
            </ul>
          ) : null}
          <PlacesLeft places={places} />
        </div>
      )}
    </Field>
  );
}

const SEPARATORS = /[,;\s]+/;

const TONES: Record<ChipState, Tone> = {
  new: "good",
  invited: "warn",
  member: "neutral",
  malformed: "bad",
  over: "bad",
  checking: "neutral",
};

interface EmailChipProps {
  email: string;
  state: ChipState;
  onRemove: () => void;
}

function EmailChip({ email, state, onRemove }: EmailChipProps) {
  const { t } = useTexts("team");
  return (
    <li className="flex items-center gap-2 rounded border border-line bg-sunken py-1 pl-2.5 pr-1 text-control">
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 flex-1 basis-32 break-all">{email}</span>
        <Badge tone={TONES[state]}>{t(`invite.state.${state}`)}</Badge>
      </span>
      <Tooltip text={t("invite.remove_email", { email })}>
        <button
          type="button"
          aria-label={t("invite.remove_email", { email })}
          onClick={onRemove}
          className="row-button"
        >
          <Icon name="x" />
        </button>
      </Tooltip>
    </li>
  );
}

function PlacesLeft({ places: { used, limit } }: { places: Places }) {
  const { t } = useTexts("team");
  if (limit === null) return null;
  return (
    <p className="text-sm text-muted">{t("invite.places_left", { count: Math.max(0, limit - used) })}</p>
  );
}
