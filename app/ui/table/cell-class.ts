/** The room of a table's cells. */
/** Padding of a cell; a minor column is there on wide screens only. */
export function cellClass({ isMinor = false }: { isMinor?: boolean } = {}): string {
  return isMinor ? "cell max-md:hidden" : "cell";
}

/** The first cell of a row, which names it in one line. */
export const NAME_CELL = "cell-name";
