/** Tabs within a page; they need a script. Where each tab has an address of its own, use `LinkTabs`. */
import * as RadixTabs from "@radix-ui/react-tabs";
import type { ReactNode } from "react";
import { tabClass, tabListClass } from "./tab-class";

export interface Tab {
  value: string;
  label: ReactNode;
  content: ReactNode;
}

export interface TabsProps {
  /** What the tabs choose between, for screen readers. */
  label: string;
  tabs: readonly Tab[];
  /** The first tab unless told. */
  defaultValue?: string;
}

/** One tab is active, and its content alone is shown. */
export function Tabs({ label, tabs, defaultValue }: TabsProps) {
  return (
    <RadixTabs.Root defaultValue={defaultValue ?? tabs[0]?.value}>
      <RadixTabs.List aria-label={label} className={tabListClass}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.value} value={tab.value} className={tabClass}>
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value}>
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
