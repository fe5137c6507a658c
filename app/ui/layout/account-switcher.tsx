/** The accounts of the user: the chip in the top bar that names the current one, and the form that switches. */
import clsx from "clsx";
import { paths } from "~/domain/paths";
import { PostForm } from "../form/post-form";
import { Avatar } from "../kit/avatar";
import { Icon } from "../kit/icon";
import { getMenuButtonProps, getPopoverProps, moveFocusInMenu } from "../kit/popover";
import { useMenu } from "../kit/use-menu";
import { useTexts } from "../use-texts";
import { findCurrentAccount, type LayoutViewer } from "../navigation";

const SWITCHER_ID = "account-switcher";

/** Names the current account. For a user of several accounts it opens the list of them, also without scripts. */
export function AccountChip({ viewer }: { viewer: LayoutViewer }) {
  const { t } = useTexts("layout");
  const account = findCurrentAccount(viewer);
  if (!account) return null;
  const name = (
    <span dir="auto" className="max-w-40 truncate">
      {account.name}
    </span>
  );
  if (viewer.accounts.length === 1) return <span className={CHIP}>{name}</span>;
  return (
    <>
      <button
        type="button"
        aria-label={t("menu.switch_from", { account: account.name })}
        className={clsx(CHIP, "cursor-pointer hover:border-accent")}
        {...getMenuButtonProps(SWITCHER_ID)}
      >
        {name}
        <Icon name="chevrons-up-down" className="size-3.5" />
      </button>
      <SwitcherMenu viewer={viewer} />
    </>
  );
}

function SwitcherMenu({ viewer }: { viewer: LayoutViewer }) {
  const { t } = useTexts("layout");
  const menu = useMenu();
  return (
    <div
      ref={menu}
      role="region"
      aria-label={t("menu.switch")}
      className={PANEL}
      onKeyDown={moveFocusInMenu}
      {...getPopoverProps(SWITCHER_ID)}
    >
      <AccountChoices viewer={viewer} className="p-2" />
    </div>
  );
}

/** A button for each account, with the user's role there. The current account has a check mark. */
export function AccountChoices({ viewer, className }: { viewer: LayoutViewer; className: string }) {
  const { t } = useTexts("layout");
  return (
    <PostForm action={paths.switchAccount} className={className} aria-label={t("menu.switch")}>
      <p className="px-3 py-1 text-xs font-medium text-muted">{t("menu.switch")}</p>
      {viewer.accounts.map(({ id, name, role }) => {
        const isCurrent = id === viewer.accountId;
        return (
          <button
            key={id}
            name="account"
            value={id}
            aria-current={isCurrent || undefined}
            className="menu-item"
          >
            <Avatar name={name} className="!rounded-md" />
            <span className="grid min-w-0 flex-1">
              <span dir="auto" className="truncate text-left text-text">
                {name}
              </span>
              <span className="text-xs font-normal">{t(`role.${role}`)}</span>
            </span>
            {isCurrent ? <Icon name="check" className="text-accent-text" /> : null}
          </button>
        );
      })}
    </PostForm>
  );
}

const CHIP = clsx(
  "hidden h-7.5 items-center gap-1.5 rounded-full border border-transparent bg-accent-soft px-2.5 text-sm font-medium",
  "text-accent-text lg:inline-flex",
);

const PANEL = clsx(
  "fixed bottom-auto left-auto right-[max(5.125rem,calc((100%-75rem)/2+5.125rem))] top-[3.75rem] m-0 w-64 overflow-y-auto",
  "max-h-[calc(100dvh-4rem)] rounded-card border border-line bg-surface p-0 text-text shadow-float",
  "backdrop:bg-transparent open-popover:animate-slide-up",
);
