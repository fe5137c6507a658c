/** Where toasts appear: loads the region when the page is first used, or shows its first toast. */
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "../kit/button";
import { Notice } from "../kit/notice";
import {
  areToastsWanted,
  connectToasts,
  subscribeToToastsWanted,
  wantToasts,
  type ToastContent,
  type ToastRegion,
} from "./toast";

/** Any of them may lead to a toast. */
const USES = ["pointerdown", "keydown", "focusin"];

/**
 * Rendered once, in the root. The region and react-hot-toast are 4 kB that the first paint does not need. To load them
 * with the page again, render `Toaster` in place of this.
 */
export function ToastHost() {
  const areWanted = useSyncExternalStore(subscribeToToastsWanted, areToastsWanted, () => false);
  useEffect(() => {
    if (areWanted) return;
    for (const use of USES) document.addEventListener(use, wantToasts);
    return () => {
      for (const use of USES) document.removeEventListener(use, wantToasts);
    };
  }, [areWanted]);
  if (!areWanted) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}

const Toaster = lazy(() =>
  import("./toaster").then(
    (file) => ({ default: file.Toaster }),
    () => ({ default: PlainToaster }),
  ),
);

/** Shows the latest toast when the code of the region cannot be loaded, as without a connection. */
function PlainToaster() {
  const [shown, setShown] = useState<{ id: string; content: ToastContent } | null>(null);
  useEffect(() => {
    const region: ToastRegion = {
      show: (id, content) => setShown({ id, content }),
      dismiss: (id) => setShown((now) => (id === undefined || now?.id === id ? null : now)),
    };
    return connectToasts(region);
  }, []);
  if (!shown) return null;
  const { title, description, variant, action, undo, retry } = shown.content;
  return (
    <div data-toast={shown.id} className="fixed inset-x-4 bottom-4 z-[100] ml-auto max-w-md shadow-float">
      <Notice
        tone={variant === "error" ? "bad" : "good"}
        title={title}
        action={retry ? <RetryButton {...retry} close={() => setShown(null)} /> : (undo ?? action)}
      >
        {description}
      </Notice>
    </div>
  );
}

function RetryButton({ label, run, close }: NonNullable<ToastContent["retry"]> & { close: () => void }) {
  return (
    <Button
      size="sm"
      onClick={() => {
        close();
        run();
      }}
    >
      {label}
    </Button>
  );
}
