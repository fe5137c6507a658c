/** One cell: text, a time, a badge, a link, or who it is about. */
import { formatDateTime } from "~/domain/locales";
import { Avatar } from "../kit/avatar";
import { Badge } from "../kit/badge";
import { linkClass } from "../kit/link-class";
import { isSafeLink, type CellValue } from "./table-data";

export function TableCell({ value, isTime }: { value: CellValue; isTime?: boolean }) {
  if (value === null || value === "") return <span className="text-muted">–</span>;
  if (typeof value === "number") return <span className="tabular-nums">{value}</span>;
  if (typeof value === "string") return isTime ? <Time iso={value} /> : <>{value}</>;
  switch (value.kind) {
    case "badge":
      return <Badge tone={value.tone}>{value.label}</Badge>;
    case "link":
      return isSafeLink(value.url) ? (
        <a href={value.url} className={linkClass}>
          {value.label}
        </a>
      ) : (
        <>{value.label}</>
      );
    case "who":
      return (
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={value.name} src={value.avatar} />
          <span className="min-w-0">
            <b className="block break-words font-medium">{value.name}</b>
            <span className="block break-all text-sm text-muted">{value.detail}</span>
          </span>
        </span>
      );
  }
}

function Time({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="tabular-nums text-muted">
      {formatDateTime(iso)}
    </time>
  );
}
