/** The room of a table's cells. */
import clsx from "clsx";

/** Padding of a cell; a minor column is there on wide screens only. On a phone the first one takes what others leave. */
export function cellClass({ isMinor = false }: { isMinor?: boolean } = {}): string {
  return clsx("px-4 first:max-md:w-full max-sm:px-3 lg:px-5", isMinor && "max-md:hidden");
}
