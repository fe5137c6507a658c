/** What a notification says. */
import clsx from "clsx";
import Check from "lucide-react/icons/check";
import CircleAlert from "lucide-react/icons/circle-alert";
import { Button } from "../kit/button";
import type { ToastContent, ToastVariant } from "./toast-content";

export interface ToastBodyProps extends ToastContent {
  /** Called before the retry runs. */
  onRetry: () => void;
}

/** Icon, title, description and action. Errors have the red circle-alert icon, the others a check. */
export function ToastBody(props: ToastBodyProps) {
  const { title, description, variant = "default", action, retry, onRetry } = props;
  const Icon = variant === "error" ? CircleAlert : Check;
  return (
    <>
      <Icon aria-hidden className={clsx("mt-0.5", COLOURS[variant])} />
      <div className="min-w-0 flex-1 break-words">
        {title ? <p className="font-semibold">{title}</p> : null}
        {description ? <p className={clsx(title && "text-muted")}>{description}</p> : null}
        {action ? <div className="mt-2">{action}</div> : null}
        {retry ? (
          <Button
            size="sm"
            className="mt-2"
            onClick={() => {
              onRetry();
              retry.run();
            }}
          >
            {retry.label}
          </Button>
        ) : null}
      </div>
    </>
  );
}

const COLOURS: Record<ToastVariant, string> = {
  default: "text-muted",
  success: "text-good",
  info: "text-accent-text",
  error: "text-bad",
};
