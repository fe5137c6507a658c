/** Parts that few pages show: their code is a file of its own. */
import { lazy, memo, Suspense, type ComponentType } from "react";

/**
 * A component whose code `load` brings, in the browser after the page. The server sends the page whole, so nothing is seen in place of the
 * part. It renders again only when its props change: a boundary that changes before its code is there is taken out of the page, which
 * would move (React's error 421).
 */
export function createLatePart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Late = lazy(async () => {
    const { default: Part } = await load();
    return { default: ({ props }: { props: Props }) => <Part {...props} /> };
  });
  return memo((props: Props) => (
    <Suspense fallback={null}>
      <Late props={props} />
    </Suspense>
  ));
}
