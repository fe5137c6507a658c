/** The feedback of all users: how often each rating was given, a filter, and the list. */
import { useMemo } from "react";
import { RATINGS, type Rating } from "~/domain/feedback";
import { paths } from "~/domain/paths";
import { Chart } from "../chart/chart";
import type { Tone } from "../kit/badge";
import { Card, CardBody, CardHeader } from "../kit/card";
import { LinkTabs } from "../kit/link-tabs";
import { DayFields } from "../table/day-fields";
import { ServerTable } from "../table/server-table";
import type { TableColumn } from "../table/table-data";
import { useTexts } from "../use-texts";
import { FeedbackAnswer, type AnswerableFeedback } from "./feedback-answer";
import { MasterLayout } from "./master-layout";

interface Feedback {
  id: string;
  rating: Rating;
  comment: string | null;
  user: { name: string; email: string; verified: boolean } | null;
  answer: { text: string; by: string; date: string } | null;
  date: string;
}

interface FeedbackListProps {
  feedback: Feedback[];
  /** How often each rating was given recently. */
  counts: Record<Rating, number>;
  /** The rating that the list is limited to; null lists all. */
  rating: Rating | null;
  from: string;
  to: string;
  /** The feedback that the master has chosen to answer. */
  chosen: AnswerableFeedback | null;
  next: string | null;
  previous: string | null;
}

export function FeedbackList({ feedback, counts, rating, chosen, ...server }: FeedbackListProps) {
  const { t } = useTexts("master");
  const columns = useColumns();
  const values = RATINGS.map((each) => counts[each]);
  return (
    <MasterLayout hint={t("feedback.hint")}>
      <Card className="mb-5">
        <CardHeader title={t("feedback.chart")} />
        <CardBody>
          <Chart
            type="bar"
            title={t("feedback.chart")}
            labelsName={t("feedback.rating")}
            labels={RATINGS.map((each) => t(`feedback.of.${each}`))}
            datasets={values.some((count) => count > 0) ? [{ label: t("feedback.count"), values }] : []}
          />
        </CardBody>
      </Card>
      <RatingTabs rating={rating} />
      {chosen ? <FeedbackAnswer key={chosen.id} {...chosen} /> : null}
      <ServerTable
        title={t("feedback.title")}
        rows={feedback}
        columns={columns}
        rowActions={[
          {
            id: "answer",
            label: t("feedback.answer"),
            href: ({ id }) => paths.masterFeedbackAnswer(id),
            condition: { answer: null },
          },
          {
            id: "answered",
            label: t("feedback.show_answer"),
            href: ({ id }) => paths.masterFeedbackAnswer(id),
            condition: ({ answer }) => answer !== null,
          },
        ]}
        emptyText={t("feedback.empty")}
        Days={DayFields}
        server={{ ...(rating && { rating }), ...server }}
      />
    </MasterLayout>
  );
}

function RatingTabs({ rating }: Pick<FeedbackListProps, "rating">) {
  const { t } = useTexts("master");
  const all = { link: paths.masterFeedback, label: t("feedback.all"), isActive: rating === null };
  const tabs = RATINGS.map((each) => ({
    link: paths.masterFeedbackWith(each),
    label: t(`feedback.of.${each}`),
    isActive: each === rating,
  }));
  return <LinkTabs label={t("feedback.filter")} tabs={[all, ...tabs]} />;
}

const TONES: Record<Rating, Tone> = { positive: "good", neutral: "neutral", negative: "bad" };

function useColumns(): TableColumn<Feedback>[] {
  const { t } = useTexts("master");
  return useMemo(
    () => [
      {
        id: "user",
        header: t("feedback.user"),
        cell: ({ user }) => user && { kind: "who", name: user.name, detail: user.email },
      },
      {
        id: "rating",
        header: t("feedback.rating"),
        cell: ({ rating }) => ({ kind: "badge", label: t(`feedback.of.${rating}`), tone: TONES[rating] }),
      },
      { id: "comment", header: t("feedback.comment"), cell: ({ comment }) => comment },
      {
        id: "answer",
        header: t("feedback.answer"),
        isMinor: true,
        cell: ({ answer }) => answer && t("feedback.answered", { name: answer.by }),
      },
      { id: "when", header: t("feedback.when"), isMinor: true, cell: ({ date }) => date },
    ],
    [t],
  );
}
