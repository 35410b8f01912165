import type { Locator, Page } from '@playwright/test';

/** A card that shows a picture and takes another. */
export class PictureCard {
  readonly card: Locator;

  constructor(
    private readonly page: Page,
    title: 'Company Logo' | 'Profile Picture',
  ) {
    this.card = page.getByRole('tabpanel').locator('section').filter({ hasText: title });
  }

  /** Chooses a file as by the system's own dialog. */
  async choose(file: string, button: string): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.card.getByRole('button', { name: button }).click();
    await (await chooser).setFiles(file);
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** Uploads a file in the shape proposed. */
  async upload(file: string, button: string): Promise<void> {
    await this.choose(file, button);
    await this.dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await this.dialog.waitFor({ state: 'hidden' });
  }
}
