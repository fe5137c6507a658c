/** /account: a card for each page of the account area that the user may open. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ACCOUNT_CARDS_MAX_COLUMNS } from "~/domain/limits";
import { ACCOUNT_NAVIGATION } from "~/domain/navigation";
import { OWNERSHIP_ANSWERS } from "~/domain/ownership";
import { findOption } from "~/domain/paging";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { acceptOwnership, declineOwnership, readOwnershipOffer } from "~/services/team/ownership.server";
import { hasTwoFactor } from "~/services/identity/second-factor.server";
import { CardGrid } from "~/ui/kit/card";
import { Icon } from "~/ui/kit/icon";
import { PageHeader } from "~/ui/layout/page-header";
import { filterAllowedEntries, useEntries, useLayoutViewer } from "~/ui/navigation";
import type { PageHandle } from "~/ui/use-page";
import { OwnershipNotice } from "~/ui/team/ownership-notice";
import { useTexts } from "~/ui/use-texts";
import { toAccountName } from "~/services/platform/account-name.server";

export const handle: PageHandle = { title: "common:title.account", texts: ["account", "team"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.account, async ({ app, viewer, locale, url }) => ({
    account: toAccountName(viewer.account, locale),
    offer: await readOwnershipOffer(app.store, viewer, locale),
    answer: findOption(OWNERSHIP_ANSWERS, url.searchParams.get("offer")),
    hasPassword: viewer.user.passwordHash !== null,
    hasTwoFactor: await hasTwoFactor(app.store, viewer.user.id),
  }));

/** Without the question that has been answered. */
const toStart = () => paths.account;

/** The answers to an offer of ownership. The offer may have been withdrawn meanwhile. */
export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.account, {
    "accept-ownership": { operation: acceptOwnership, pick: [], redirectTo: toStart, failTo: toStart },
    "decline-ownership": { operation: declineOwnership, pick: [], redirectTo: toStart, failTo: toStart },
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function AccountIndex() {
  const { account, offer, answer, hasPassword, hasTwoFactor } = useLoaderData<typeof loader>();
  const { t } = useTexts("account");
  const entries = filterAllowedEntries(useEntries(ACCOUNT_NAVIGATION), useLayoutViewer()?.permissions ?? {});
  const texts: Record<string, string> = {
    [paths.profile]: t("profile.card"),
    [paths.security]: t("security.description"),
    [paths.password]: hasPassword ? t("password.change") : t("password.create"),
    [paths.twoFactor]: hasTwoFactor ? t("two_factor.manage") : t("two_factor.enable"),
    [paths.billing]: t("billing.card"),
    [paths.apiKeys]: t("api_keys.card"),
    [paths.webhooks]: t("webhooks.card"),
    [paths.users]: t("users.card"),
    [paths.notifications]: t("notifications.card"),
    [paths.activity]: t("activity.card"),
  };
  return (
    <>
      <PageHeader title={t("title")} description={t("description", { account })} />
      <OwnershipNotice offer={offer} answer={answer} />
      <CardGrid max={ACCOUNT_CARDS_MAX_COLUMNS}>
        {entries
          .filter(({ link }) => link in texts)
          .map((entry) => (
            <Link
              key={entry.link}
              to={entry.link}
              className="flex items-start gap-3 rounded-card border border-line bg-surface p-5 shadow-control transition-colors duration-150 hover:border-line-strong hover:bg-sunken"
            >
              <span className="grid size-9 shrink-0 place-items-center rounded bg-accent-soft text-accent-text">
                <Icon name={entry.icon} />
              </span>
              <span>
                <span className="block font-medium">{entry.label}</span>
                <span className="text-sm text-muted">{texts[entry.link]}</span>
              </span>
            </Link>
          ))}
      </CardGrid>
    </>
  );
}
