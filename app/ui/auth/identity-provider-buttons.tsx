/** The identity providers below a form for signing in or signing up, and the line between the two. */
import clsx from "clsx";
import { useId } from "react";
import {
  isKnownIdentityProvider,
  OPEN_IDENTITY_PROVIDERS,
  type IdentityProviderState,
} from "~/domain/identity-providers";
import { paths, type IdentityProviderQuery } from "~/domain/paths";
import { getButtonClass } from "../kit/button";
import { Icon, SPRITE } from "../kit/icon";
import { useTexts } from "../use-texts";

/** The word "or" in a line between a form and the other ways to sign in. */
export function OrLine() {
  const { t } = useTexts("auth");
  return (
    <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t("sign_in.or")}
    </p>
  );
}

export interface IdentityProviderButtonsProps {
  providers: readonly IdentityProviderState[];
  /** The user's purpose at the provider. Left out: to sign in. */
  query?: IdentityProviderQuery;
}

/** One button for each provider, some of them behind "More ways". They are plain links, and work without scripts. */
export function IdentityProviderButtons({ providers, query = {} }: IdentityProviderButtonsProps) {
  const { t } = useTexts("auth");
  const offId = useId();
  if (providers.length === 0) return null;
  const off = providers.flatMap(({ name, state }) => (state === "off" ? [name] : []));
  const hasSandbox = providers.some(({ state }) => state === "sandbox");
  const [open, more] = [
    providers.slice(0, OPEN_IDENTITY_PROVIDERS),
    providers.slice(OPEN_IDENTITY_PROVIDERS),
  ];
  return (
    <section aria-label={t("social.section")} className="grid gap-3">
      <ButtonGrid providers={open} query={query} offId={offId} />
      {more.length > 0 ? (
        <details className="group grid gap-3">
          <summary className="flex cursor-pointer list-none items-center justify-center gap-1 rounded text-sm text-muted hover:text-text [&::-webkit-details-marker]:hidden">
            {t("social.more")}
            <Icon name="chevron-down" className="transition group-open:rotate-180" />
          </summary>
          <div className="pt-3">
            <ButtonGrid providers={more} query={query} offId={offId} />
          </div>
        </details>
      ) : null}
      {hasSandbox ? <p className="text-sm text-muted">{t("social.sandbox")}</p> : null}
      {off.length > 0 ? (
        <p id={offId} className="text-sm text-muted">
          {t("social.off", { providers: off.join(", ") })}
        </p>
      ) : null}
    </section>
  );
}

/** In as many columns as fill the rows. */
function ButtonGrid({ providers, query, offId }: Required<IdentityProviderButtonsProps> & { offId: string }) {
  const isInThrees = providers.length % 3 === 0 || providers.length > 4;
  return (
    <div className="grid grid-cols-6 gap-2">
      {providers.map((provider, index) => (
        <IdentityProviderButton
          key={provider.provider}
          {...provider}
          query={query}
          offId={offId}
          className={getSpan({ index, count: providers.length, isInThrees })}
        />
      ))}
    </div>
  );
}

/** Rows of three; the last row of five, and each of two and four, has two wide ones. */
function getSpan({
  index,
  count,
  isInThrees,
}: {
  index: number;
  count: number;
  isInThrees: boolean;
}): string {
  if (count === 1) return "col-span-6";
  if (!isInThrees) return "col-span-3";
  const inLastRow = count % 3;
  if (index < count - inLastRow) return "col-span-2";
  return inLastRow === 2 ? "col-span-3" : "col-span-6";
}

/** "Facebook" must fit into a third of the form. */
const BUTTON = clsx(getButtonClass({ isBlock: true }), "gap-1.5 !px-1");

type IdentityProviderButtonProps = IdentityProviderState & {
  query: IdentityProviderQuery;
  offId: string;
  className: string;
};

function IdentityProviderButton({
  provider,
  name,
  state,
  query,
  offId,
  className,
}: IdentityProviderButtonProps) {
  const { t } = useTexts("auth");
  const appearance = {
    className: clsx(BUTTON, className),
    "aria-label": t("social.continue", { provider: name }),
  };
  const content = (
    <>
      <IdentityProviderIcon provider={provider} />
      <span className="truncate">{name}</span>
    </>
  );
  if (state === "off") {
    return (
      <button type="button" disabled aria-describedby={offId} {...appearance}>
        {content}
      </button>
    );
  }
  return (
    <a href={paths.toIdentityProvider(provider, query)} {...appearance}>
      {content}
    </a>
  );
}

/** The logo of a provider: 16 px, in the colour of the text around it, as decoration. */
export function IdentityProviderIcon({ provider }: { provider: string }) {
  if (!isKnownIdentityProvider(provider)) return <Icon name="shield-check" className="shrink-0" />;
  return (
    <svg fill="currentColor" aria-hidden className="size-4 shrink-0">
      <use href={`${SPRITE}#logo-${provider}`} />
    </svg>
  );
}
