/** Chromium's virtual authenticators: what a user's phone, laptop or security key would answer. */
import type { CDPSession, Page } from "playwright";

interface AuthenticatorOptions {
  /** Whether it keeps credentials. */
  hasResidentKey?: boolean;
  /** Whether it can check who holds it. */
  hasUserVerification?: boolean;
  /** Whether that check succeeds. */
  isUserVerified?: boolean;
  /** The user touches it at once. */
  automaticPresenceSimulation?: boolean;
  transport?: "internal" | "usb";
  /** Copies its credentials to the user's other devices. */
  isSynced?: boolean;
}

export interface VirtualCredential {
  credentialId: string;
  isResidentCredential: boolean;
  rpId?: string;
  privateKey: string;
  userHandle?: string;
  signCount: number;
}

export interface VirtualAuthenticator {
  listCredentials(): Promise<VirtualCredential[]>;
  /** Puts a credential in, as a copy of another authenticator's. */
  addCredential(credential: VirtualCredential): Promise<void>;
  setUserVerified(isUserVerified: boolean): Promise<void>;
  setPresence(isAutomatic: boolean): Promise<void>;
  remove(): Promise<void>;
}

/** Plugs an authenticator into the page. */
export async function plugIn(page: Page, options: AuthenticatorOptions = {}): Promise<VirtualAuthenticator> {
  const session = await openSession(page);
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: options.transport ?? "internal",
      hasResidentKey: options.hasResidentKey ?? true,
      hasUserVerification: options.hasUserVerification ?? true,
      isUserVerified: options.isUserVerified ?? true,
      automaticPresenceSimulation: options.automaticPresenceSimulation ?? true,
      defaultBackupEligibility: options.isSynced ?? false,
      defaultBackupState: options.isSynced ?? false,
    },
  });
  return {
    async listCredentials() {
      const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId });
      return credentials;
    },
    async addCredential(credential) {
      await session.send("WebAuthn.addCredential", { authenticatorId, credential });
    },
    async setUserVerified(isUserVerified) {
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
    async setPresence(enabled) {
      await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
    async remove() {
      await session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
    },
  };
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

function openSession(page: Page): Promise<CDPSession> {
  const known = sessions.get(page) ?? enable(page);
  sessions.set(page, known);
  return known;
}

async function enable(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  return session;
}
