/**
 * Replaces the provider's script while the payment sandbox is on: sets `window.Stripe`, which the provider's own
 * loader and React components use unchanged. Code that needs the page or the sandbox is loaded on first use.
 */
(function () {
  const RELEASE = "endive";

  let loading;
  /** The modules next to this file, loaded once. */
  const loadParts = () =>
    (loading ??= Promise.all([import("./card-field.js"), import("./client.js")]).then(merge));

  /** Holds the private state of each element; a page sees only its public methods. */
  const fields = new WeakMap();

  function Stripe(publishableKey, { locale } = {}) {
    const language = getLanguage(locale);
    const ask = async (what, ...given) => {
      const { makeClient } = await loadParts();
      return makeClient({ publishableKey, language })[what](...given);
    };
    return {
      elements: (options = {}) => makeElements(options.locale ? getLanguage(options.locale) : language),
      createToken: async (element, data) => ask("createToken", await getCard(element), data),
      createPaymentMethod: async (given) => ask("createPaymentMethod", await withCard(given)),
      confirmCardPayment: async (secret, data, options) =>
        ask("confirmPayment", { secret, data: await withMethod(data), options }),
      confirmCardSetup: async (secret, data, options) =>
        ask("confirmSetup", { secret, data: await withMethod(data), options }),
      handleCardAction: (secret) => ask("confirmPayment", { secret }),
      handleNextAction: ({ clientSecret }) =>
        ask(clientSecret.startsWith("seti_") ? "confirmSetup" : "confirmPayment", { secret: clientSecret }),
      retrievePaymentIntent: (secret) => ask("retrievePayment", secret),
      retrieveSetupIntent: (secret) => ask("retrieveSetup", secret),
      _registerWrapper: () => undefined,
      registerAppInfo: () => undefined,
    };
  }
  Stripe.version = RELEASE;
  window.Stripe = Stripe;

  function makeElements(language) {
    const made = new Map();
    return {
      create(type, options = {}) {
        if (type !== "card")
          throw new Error(`The payment sandbox has the "card" element only, not "${type}".`);
        const card = makeCard({ options, language, forget: () => made.delete(type) });
        made.set(type, card);
        return card;
      },
      // The React components pass themselves instead of a type, and know their type.
      getElement: (type) => made.get(typeof type === "string" ? type : type?.__elementType) ?? null,
      update: () => undefined,
      fetchUpdates: async () => ({}),
      submit: async () => ({}),
    };
  }

  /** Creates one card element. The page may call its methods at any time, while its field is mounted and unmounted. */
  function makeCard({ options, language, forget }) {
    const listeners = new Map();
    const state = { options, field: null, mounting: null, wantsFocus: false };
    const tell = (event, detail) => {
      for (const listener of listeners.get(event) ?? []) listener(detail);
    };
    const card = {
      on: (event, listener) => change(event, (known) => [...known, listener]),
      once: (event, listener) => {
        const handleFirst = (detail) => {
          card.off(event, handleFirst);
          listener(detail);
        };
        return card.on(event, handleFirst);
      },
      off: (event, listener) =>
        change(event, (known) => (listener ? known.filter((one) => one !== listener) : [])),
      mount: (target) => mount(typeof target === "string" ? document.querySelector(target) : target),
      update(changed) {
        state.options = { ...state.options, ...changed };
        state.field?.update(state.options);
      },
      focus() {
        state.wantsFocus = true;
        state.field?.focus();
      },
      blur: () => state.field?.blur(),
      clear: () => state.field?.clear(),
      unmount() {
        state.field?.remove();
        state.field = null;
        state.mounting = null;
        fields.delete(card);
      },
      destroy() {
        card.unmount();
        listeners.clear();
        forget();
      },
    };

    function change(event, next) {
      listeners.set(event, next(listeners.get(event) ?? []));
      return card;
    }

    function mount(place) {
      if (!place) throw new Error("The card element needs a node of the page to be mounted in.");
      card.unmount();
      const mounting = loadParts().then(({ renderCardField }) => {
        // The element was unmounted before it could be shown.
        if (state.mounting !== mounting) return null;
        state.field = renderCardField(place, { language, options: state.options, tell });
        tell("ready", { elementType: "card" });
        if (state.wantsFocus) state.field.focus();
        return state.field;
      });
      state.mounting = mounting;
      fields.set(card, mounting);
      mounting.catch((error) => tell("loaderror", { elementType: "card", error }));
    }

    return card;
  }

  /** Returns the typed card, or the error that explains why it is not valid yet. */
  async function getCard(element) {
    const field = await fields.get(element);
    if (!field) throw new Error("The card element is not on the page: mount it first.");
    return field.read();
  }

  async function withCard(given) {
    return fields.has(given?.card) ? { ...given, card: await getCard(given.card) } : given;
  }

  async function withMethod(data) {
    return typeof data?.payment_method === "object"
      ? { ...data, payment_method: await withCard(data.payment_method) }
      : data;
  }

  function getLanguage(locale) {
    const wanted = !locale || locale === "auto" ? document.documentElement.lang : locale;
    return wanted.slice(0, 2);
  }

  function merge([field, client]) {
    return { ...field, ...client };
  }
})();
