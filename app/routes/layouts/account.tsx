/** The layout of the account area, with its navigation. It has no loader, because each page guards itself. */
import { Outlet } from "@remix-run/react";
import { ACCOUNT_NAVIGATION } from "~/domain/navigation";
import { AccountLayout } from "~/ui/layout/account-layout";
import { useEntries, useLayoutViewer } from "~/ui/navigation";

export default function Account() {
  const signedIn = useLayoutViewer();
  const entries = useEntries(ACCOUNT_NAVIGATION);
  return (
    <AccountLayout entries={entries} permissions={signedIn?.permissions ?? {}}>
      <Outlet />
    </AccountLayout>
  );
}
