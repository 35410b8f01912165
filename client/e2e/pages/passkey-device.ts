import type { CDPSession, Page } from '@playwright/test';

/** A device that can keep passkeys, and unlocks them when told. */
export class PasskeyDevice {
  private id = '';

  constructor(
    private readonly session: CDPSession,
    private readonly page: Page,
  ) {}

  async plugIn(): Promise<void> {
    await this.session.send('WebAuthn.enable', { enableUI: false });
    const { authenticatorId } = await this.session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    this.id = authenticatorId;
  }

  /** Whether the person touches the device when it asks. */
  touches(enabled: boolean): Promise<unknown> {
    return this.session.send('WebAuthn.setAutomaticPresenceSimulation', {
      authenticatorId: this.id,
      enabled,
    });
  }

  /**
   * Leads to a login screen that has no suggestions, so that only the button signs in: what the screen asks for in the background
   * is not answered.
   */
  async withoutSuggestions(leave: () => Promise<void>): Promise<void> {
    const options = '**/api/auth/passkey/options';
    await this.page.route(options, () => {}, { times: 1 });
    const asked = this.page.waitForRequest(options);
    await leave();
    await asked;
  }

  async countPasskeys(): Promise<number> {
    const { credentials } = await this.session.send('WebAuthn.getCredentials', { authenticatorId: this.id });
    return credentials.length;
  }

  get card() {
    return this.page.getByRole('region', { name: 'Sign in faster next time' });
  }
}
