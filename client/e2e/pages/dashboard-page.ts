import { expect, type Locator, type Page } from '@playwright/test';

/** The signed-in screen: its tabs, and what a person does on them. */
export class DashboardPage {
  constructor(private readonly page: Page) {}

  get isPhone(): boolean {
    return (this.page.viewportSize()?.width ?? 0) < 640;
  }

  /** Opens a tab: by the tab itself on the desktop, by the dropdown on a phone. */
  async open(tab: string, options: { timeout?: number } = {}): Promise<void> {
    const section = this.page.getByRole('combobox', { name: 'Section' });
    // a tab may say how much waits in it
    const option = section.getByRole('option', { name: new RegExp(`^${tab}( \\(|$)`) });
    if (this.isPhone) await section.selectOption(await option.getAttribute('value', options), options);
    else await this.page.getByRole('tab', { name: tab, exact: true }).click(options);
  }

  /** Asks the server for something, unless the app does so first, until it says that the session has ended. */
  async meetSessionEnd(): Promise<Locator> {
    const dialog = this.page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(async () => {
      if (!(await dialog.isVisible())) await this.open('Reports', { timeout: 2000 });
      await expect(dialog).toBeVisible({ timeout: 2000 });
    }).toPass();
    return dialog;
  }

  /** The checkboxes of the trips that Trip History shows: one a trip, on each viewport. */
  get trips(): Locator {
    return this.page
      .getByRole('tabpanel', { name: 'Trip History' })
      .getByRole('checkbox', { name: /^Select trip:/ });
  }

  /** A toast with this text. */
  toast(text: string | RegExp): Locator {
    return this.page.getByRole('region', { name: /Notifications/ }).getByText(text);
  }

  async addDriver(driver: { licence: string; firstName: string; lastName: string }): Promise<void> {
    await this.open('Drivers');
    await this.page
      .getByRole('button', { name: /^Add (Your First )?Driver$/ })
      .first()
      .click();
    await this.createDriver(driver);
  }

  /** Fills in the dialog of a new driver, which is open, and saves it. */
  async createDriver(driver: { licence: string; firstName: string; lastName: string }): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: 'Add New Driver' });
    await dialog.getByLabel('Driver Authority License').fill(driver.licence);
    await dialog.getByLabel('Booked Hire Service License').fill('BHSL-1001');
    await dialog.getByLabel('Vehicle Registration').fill('123-abc');
    await dialog.getByLabel('First Name').fill(driver.firstName);
    await dialog.getByLabel('Last Name').fill(driver.lastName);
    await dialog.getByRole('button', { name: 'Create Driver' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Types a suburb and leaves the field, which looks it up at once. */
  async typeSuburb(suburb: string): Promise<void> {
    await this.page.getByLabel('Suburb', { exact: true }).fill(suburb);
    await this.page.getByLabel('Suburb', { exact: true }).press('Enter');
  }
}
