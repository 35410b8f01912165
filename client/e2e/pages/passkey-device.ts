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

  async countPasskeys(): Promise<number> {
    const { credentials } = await this.session.send('WebAuthn.getCredentials', { authenticatorId: this.id });
    return credentials.length;
  }

  get card() {
    return this.page.getByRole('region', { name: 'Sign in faster next time' });
  }
}
