/** /feedback: what a user thinks of the product. The heart button opens the same form above the page. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { giveFeedback } from "~/services/master/feedback.server";
import { FeedbackForm } from "~/ui/feedback/feedback-form";
import { Card, CardBody } from "~/ui/kit/card";
import { PageHeader } from "~/ui/layout/page-header";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.feedback", texts: ["feedback"] };

export const loader = (args: LoaderFunctionArgs) => handleLoader(args, paths.feedback, () => ({}));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.feedback, {
    operation: giveFeedback,
    pick: ["rating", "comment"],
    // The panel stays above whichever page it was opened on.
    redirectTo: (_data, _context, { panel }) => (panel === undefined ? undefined : null),
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Feedback() {
  const { t } = useTexts("feedback");
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <Card className="max-w-form">
        <CardBody isAlone>
          <FeedbackForm />
        </CardBody>
      </Card>
    </>
  );
}
