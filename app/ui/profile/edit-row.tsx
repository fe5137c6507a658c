/** A row of the profile: what is stored, and the form that changes it in place. */
import { useEffect, useRef, useState, type ReactNode } from "react";
import { SubmitButton } from "../form/action-form";
import { usePosted, type FormIdentity } from "../form/replies";
import { useIsHydrated } from "../use-page";
import { useTexts } from "../use-texts";

interface EditRowProps extends Pick<FormIdentity, "intent"> {
  /** The `#id` that the row's form is sent to: a browser without scripts scrolls there. */
  id: string;
  label: string;
  /** The value that is stored now. */
  value: ReactNode;
  /** Shown above the form. */
  hint?: ReactNode;
  /** Always shown below the value. */
  notice?: ReactNode;
  /** The form. */
  children: ReactNode;
}

/** Folded until the user opens it, also without scripts. A rejected form, and one that is being filled in, is open. */
export function EditRow({ id, intent, label, value, hint, notice, children }: EditRowProps) {
  const { t } = useTexts("profile");
  const reply = usePosted({ intent });
  const wasRejected = intent !== undefined && reply?.ok === false;
  return (
    <div id={id} className="border-t border-line px-5 py-4">
      <details
        className="group"
        open={wasRejected}
        // A script, too, fills in what the user had typed before their session ended.
        onInput={({ currentTarget }) => {
          currentTarget.open = true;
        }}
      >
        <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-4 gap-y-1">
          <span className="w-full font-medium sm:w-40">{label}</span>
          <span dir="auto" className="min-w-0 flex-1 break-words text-left text-muted">
            {value}
          </span>
          <span aria-hidden className="link text-sm">
            <span className="group-open:hidden">{t("edit")}</span>
            <span className="hidden group-open:inline">{t("fold")}</span>
          </span>
        </summary>
        <div className="grid gap-4 pt-4 sm:pl-44">
          {hint ? <p className="text-sm text-muted">{hint}</p> : null}
          {children}
        </div>
      </details>
      {notice ? <div className="mt-3">{notice}</div> : null}
    </div>
  );
}

/** The button of a row's form. Where scripts run it is enabled once a field differs from what is stored. */
export function SaveButton({ children }: { children?: ReactNode }) {
  const { t } = useTexts("profile");
  const button = useRef<HTMLSpanElement>(null);
  const isHydrated = useIsHydrated();
  const isChanged = useIsFormChanged(button);
  return (
    <span ref={button} className="justify-self-start">
      <SubmitButton variant="secondary" disabled={isHydrated && !isChanged}>
        {children ?? t("save")}
      </SubmitButton>
    </span>
  );
}

/** Whether a field of the form around `inside` differs from its first value. */
function useIsFormChanged(inside: { readonly current: HTMLElement | null }): boolean {
  const [isChanged, setIsChanged] = useState(false);
  useEffect(() => {
    const form = inside.current?.closest("form");
    if (!form) return;
    const check = () => setIsChanged([...form.elements].some(isFieldChanged));
    // The user may have typed before the scripts ran.
    check();
    form.addEventListener("input", check);
    form.addEventListener("change", check);
    return () => {
      form.removeEventListener("input", check);
      form.removeEventListener("change", check);
    };
  }, [inside]);
  return isChanged;
}

function isFieldChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  return field instanceof HTMLInputElement && field.type !== "hidden" && field.value !== field.defaultValue;
}
