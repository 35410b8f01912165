import { page } from 'vitest/browser';
import { press } from './screen';

/** The Log Trip tab. */
export const logTrip = {
  driver: page.getByLabelText('Driver', { exact: true }),
  suburb: page.getByLabelText('Suburb', { exact: true }),
  postcode: page.getByLabelText('Postcode', { exact: true }),
  waitingTime: page.getByLabelText('Waiting Time (minutes)'),
  submit: page.getByRole('button', { name: 'Log Trip', exact: true }),
  repeat: page.getByRole('button', { name: /^Repeat last trip/ }),

  recentSuburb: (name: string) =>
    page.getByRole('group', { name: 'Recent suburbs' }).getByRole('button', { name }),

  /** Makes the fields that a phone folds up reachable. */
  async showDetails(): Promise<void> {
    const fold = page.getByRole('button', { name: /More details$/ });
    if (fold.elements().length > 0) await fold.click();
  },

  /** Types a suburb and leaves the field, which looks it up at once. */
  async typeSuburb(suburb: string): Promise<void> {
    await this.suburb.fill(suburb);
    await press('Enter');
  },
};
