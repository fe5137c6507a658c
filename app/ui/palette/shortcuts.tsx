/** The list of keyboard shortcuts, and the switch for those without Ctrl or ⌘. Loaded when it is first opened. */
import { useState, type ReactNode } from "react";
import { DialogBox } from "../kit/dialog-box";
import { useTexts } from "../use-texts";
import { areSingleKeysOn, turnSingleKeys } from "./single-keys";

export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTexts("palette");
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  const change = (on: boolean) => {
    turnSingleKeys(on ? "on" : "off");
    setIsOn(on);
  };
  return (
    <DialogBox onClose={onClose} title={t("shortcuts.title")}>
      <dl className="grid gap-2.5">
        <Shortcut text={t("shortcuts.palette")}>
          <Key>Ctrl</Key> / <Key>⌘</Key> <Key>K</Key>
        </Shortcut>
        <Shortcut text={t("shortcuts.search")}>
          <Key>/</Key>
        </Shortcut>
        <Shortcut text={t("shortcuts.list")}>
          <Key>?</Key>
        </Shortcut>
        <Shortcut text={t("shortcuts.toasts")}>
          <Key>F8</Key>
        </Shortcut>
        <Shortcut text={t("shortcuts.close")}>
          <Key>Esc</Key>
        </Shortcut>
      </dl>
      <label className="mt-5 flex items-center gap-2.5 border-t border-line pt-4">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => change(target.checked)}
          className="box mt-0"
        />
        {t("shortcuts.single")}
      </label>
    </DialogBox>
  );
}

function Shortcut({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <dt>{text}</dt>
      <dd className="shrink-0 text-sm text-muted">{children}</dd>
    </div>
  );
}

function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-sm border border-line-strong bg-sunken px-1.5 py-0.5 font-sans text-xs font-medium text-text">
      {children}
    </kbd>
  );
}
