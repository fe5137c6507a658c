/** The layout of mission control's lists: the heading, and the tabs between the lists. */
import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { paths } from "~/domain/paths";
import { LinkTabs } from "../kit/link-tabs";
import { PageHeader } from "../layout/page-header";
import { useTexts } from "../use-texts";

/** `hint` explains how to search the list below, or what it contains. */
export function MasterLayout({ hint, children }: { hint: ReactNode; children: ReactNode }) {
  const { t } = useTexts("master");
  const { pathname } = useLocation();
  const tabs = [
    { link: paths.master, label: t("tabs.overview") },
    { link: paths.masterPeople, label: t("tabs.people") },
    { link: paths.masterAccounts, label: t("tabs.accounts") },
    { link: paths.masterAudit, label: t("tabs.audit") },
    { link: paths.masterFeedback, label: t("tabs.feedback") },
    { link: paths.masterEvents, label: t("tabs.events") },
    { link: paths.masterMails, label: t("tabs.mails") },
    { link: paths.masterWebhooks, label: t("tabs.webhooks") },
    { link: paths.masterJobs, label: t("tabs.jobs") },
    { link: paths.masterSite, label: t("tabs.site") },
    { link: paths.masterHealth, label: t("tabs.health") },
  ];
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <LinkTabs
        label={t("tabs.label")}
        tabs={tabs.map((tab) => ({ ...tab, isActive: tab.link === pathname }))}
      />
      <p className="mb-3 mt-4 text-sm text-muted">{hint}</p>
      {children}
    </>
  );
}
