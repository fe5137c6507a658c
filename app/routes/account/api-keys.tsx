/** /account/apikeys: the account's API keys. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction, toSamePage } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { deleteKeys, readKeys, updateKey } from "~/services/keys/keys.server";
import { isLapsed } from "~/services/platform/viewer.server";
import { KeysTable } from "~/ui/keys/keys-table";
import { ButtonLink } from "~/ui/kit/button";
import { Card, Section } from "~/ui/kit/card";
import { EmptyState } from "~/ui/kit/empty-state";
import { Notice } from "~/ui/kit/notice";
import { PageHeader } from "~/ui/layout/page-header";
import { TextLink } from "~/ui/kit/text-link";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";
import { toAccountName } from "~/services/platform/account-name.server";

export const handle: PageHandle = { title: "common:title.api_keys", texts: ["keys", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.apiKeys, async ({ app, viewer, locale }) => {
    return {
      keys: await readKeys(app, viewer.account.id),
      account: toAccountName(viewer.account, locale),
      isLapsed: isLapsed(viewer),
    };
  });

const failTo = toSamePage(paths.apiKeys);

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.apiKeys, {
    revoke: { operation: updateKey, toInput: ({ id }) => ({ id, active: false }), failTo },
    delete: { operation: deleteKeys, pick: ["ids"], failTo },
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function ApiKeys() {
  const { keys, account, isLapsed } = useLoaderData<typeof loader>();
  const { t } = useTexts("keys");
  const create = (label: string) => (
    <ButtonLink to={paths.createApiKey} variant="primary">
      {label}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={t("title")}
        description={
          <>
            {t("description", { account })} <TextLink to={paths.apiDocs}>{t("documentation")}</TextLink>
          </>
        }
        actions={isLapsed || keys.length === 0 ? null : create(t("create"))}
      />
      <Section>
        {isLapsed ? <Notice tone="warn">{t("notice.lapsed")}</Notice> : null}
        {keys.length > 0 ? (
          <KeysTable keys={keys} />
        ) : (
          <Card>
            <EmptyState icon="code" text={t("empty")} action={isLapsed ? null : create(t("first"))} />
          </Card>
        )}
      </Section>
    </>
  );
}
