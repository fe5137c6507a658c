/** /dev/kit: tables and charts. */
import { paths } from "~/domain/paths";
import { Chart } from "../chart/chart";
import { CHART_THEMES, CHART_TYPES } from "../chart/chart-data";
import { Icon } from "../kit/icon";
import { SelectableTable } from "../table/selectable-table";
import { ServerTable } from "../table/server-table";
import type { GlobalAction, RowAction, TableColumn } from "../table/table-data";
import { showToast } from "../toast/toast";
import { useTexts } from "../use-texts";
import { KitSection, Piece, State } from "./kit-frame";

export function DataPieces() {
  return (
    <KitSection name="data">
      <Tables />
      <Charts />
    </KitSection>
  );
}

interface SampleRow {
  id: string;
  name: string;
  isActive: boolean;
}

const ROWS: readonly SampleRow[] = [
  { id: "1", name: "Grace Hopper", isActive: true },
  { id: "2", name: "Ada Lovelace", isActive: false },
  { id: "3", name: "Hubert Blaine Wolfeschlegelsteinhausenbergerdorff", isActive: true },
];

function Tables() {
  const { t } = useTexts("kit");
  const [columns, rowActions, globalActions] = [useColumns(), useRowActions(), useGlobalActions()];
  return (
    <Piece name="ServerTable" isWide>
      <State state="default">
        <SelectableTable
          title={t("sample.table")}
          rows={ROWS}
          columns={columns}
          rowActions={rowActions}
          globalActions={globalActions}
          hasSearch
          server={{ sort: "name", direction: "asc", number: { page: 2, pages: 3 } }}
        />
      </State>
      <State state="empty">
        <ServerTable title={t("sample.empty_table")} rows={[]} columns={columns} server={{}} />
      </State>
      <State state="searched">
        <ServerTable
          title={t("sample.searched_table")}
          rows={[]}
          columns={columns}
          server={{ search: "x" }}
        />
      </State>
    </Piece>
  );
}

/** A column for each kind of cell. */
function useColumns(): readonly TableColumn<SampleRow>[] {
  const { t } = useTexts("kit");
  return [
    {
      id: "name",
      header: t("sample.name"),
      isSortable: true,
      cell: ({ name }) => ({
        kind: "who",
        name,
        detail: "grace@example.com",
        note: t("sample.note"),
      }),
    },
    {
      id: "status",
      header: t("sample.status"),
      isSortable: true,
      cell: ({ isActive }) =>
        isActive
          ? { kind: "badge", label: t("sample.active"), tone: "good" }
          : { kind: "badge", label: t("sample.paused") },
    },
    { id: "link", header: t("sample.link"), isMinor: true, cell: () => LINK },
    { id: "date", header: t("sample.date"), isMinor: true, cell: () => "2026-11-22T14:05:00.000Z" },
    { id: "number", header: t("sample.number"), isNumber: true, isMinor: true, cell: ({ id }) => Number(id) },
  ];
}

const LINK = { kind: "link", label: "example.com", url: "https://example.com/" } as const;

function useRowActions(): readonly RowAction<SampleRow>[] {
  const { t } = useTexts("kit");
  return [
    { id: "open", label: t("sample.open"), icon: <Icon name="settings" />, href: () => paths.devKit },
    {
      id: "remove",
      label: t("sample.remove"),
      isDestructive: true,
      condition: { isActive: true },
      run: ({ name }) => void showToast({ title: name }),
    },
  ];
}

function useGlobalActions(): readonly GlobalAction<SampleRow>[] {
  const { t } = useTexts("kit");
  return [
    {
      id: "remove",
      label: t("sample.remove"),
      run: (rows) => void showToast({ title: rows.map(({ name }) => name).join(", ") }),
    },
  ];
}

const LABELS = ["01", "02", "03", "04", "05", "06"];
const DATASETS = [
  { label: "A", values: [12_000, 18_000, 15_500, 22_000, 30_000, 28_000] },
  { label: "B", values: [8000, 9500, 12_000, 11_000, 16_000, 19_000] },
];

function Charts() {
  const { t } = useTexts("kit");
  const chart = { title: t("sample.revenue"), labelsName: t("sample.period"), labels: LABELS, prefix: "$" };
  return (
    <Piece name="Chart">
      {CHART_TYPES.map((type) => (
        <State key={type} state={type}>
          <Chart {...chart} type={type} datasets={DATASETS} hasLegend={type !== "sparkline"} />
        </State>
      ))}
      {CHART_THEMES.map((theme) => (
        <State key={theme} state={theme}>
          <Chart {...chart} type="bar" theme={theme} datasets={DATASETS.slice(0, 1)} />
        </State>
      ))}
      <State state="loading">
        <Chart {...chart} type="line" datasets={DATASETS} isLoading />
      </State>
      <State state="empty">
        <Chart {...chart} type="line" datasets={[]} />
      </State>
    </Piece>
  );
}
