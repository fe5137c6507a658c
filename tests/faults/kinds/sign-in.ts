/** Faults of an identity provider. */
import type { Fault } from "../../support/identity-provider";
import { STORES, type Kind } from "../kind";

const HANG_SECONDS = 12;

export const SIGN_IN_KINDS: readonly Kind[] = [
  describe({
    ...{ id: "sign-in-hang", name: "an identity provider answers nothing", seconds: HANG_SECONDS },
    fault: () => undefined,
  }),
  describe({
    ...{ id: "sign-in-500", name: "an identity provider answers 500" },
    fault: (response) => response.writeHead(500).end("{}"),
  }),
];

interface NamedFault {
  id: string;
  name: string;
  fault: Fault;
  seconds?: number;
}

function describe({ id, name, fault, seconds }: NamedFault): Kind {
  return {
    ...{ id, name, group: "sign-in", stores: STORES },
    way: {
      by: "traffic",
      allows: "unavailable",
      ...(seconds !== undefined && { seconds }),
      weights: {
        ...{ "sign-in by provider": 6, "sign-in": 1, session: 3, "sign-up": 1 },
        "API write": 2,
        subscribe: 1,
      },
      harm({ identityProviders }) {
        identityProviders.breakAt("token", fault);
        return Promise.resolve(() => identityProviders.breakAt("token", null));
      },
    },
  };
}
