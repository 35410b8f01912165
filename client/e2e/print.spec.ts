/** @feature reports */
import { pdfText } from '../../server/test/documents/pdf-text';
import { expect, test } from './fixtures';

const SCREENS = [
  { path: '/?tab=history&postcode=4066', says: ['Trip History', 'Postcode 4066', 'Toowong', '1–7 of 7'] },
  { path: '/?tab=drivers', says: ['Driver Management', 'Amy Young', 'DA-1'] },
  { path: '/?tab=reports', says: ['Reports', 'To do', 'Total Trips', '20', 'Toowong'] },
  { path: '/reports/charts', says: ['Charts and map', 'Trips by Month', 'Amy Young', 'Toowong'] },
  { path: '/tmr-form', says: ['F5320', 'Trips by postcode', '4066'] },
  { path: '/portal', says: ["Data for TMR's portal", 'Affiliated drivers', 'DA-1'] },
];
const OPERATED =
  /Logout|Log Trip|Settings|Back to|Export|Import|Add Driver|Previous|Next|Download|Mark as lodged|Actions|loaded/;

/** A busy server answers the checks and figures of Reports late. */
const AT_LAST = { timeout: 60_000 };

test('a screen is printed as a document', { tag: '@faults' }, async ({ page, data, holder, signIn }) => {
  await data.addTrips(await data.addDriver(), 20);
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const { path, says } of SCREENS) {
    await signIn(path);
    // the network may rest before a screen is drawn and asks for what it shows
    for (const words of says)
      await expect(page.getByText(words).filter({ visible: true })).not.toHaveCount(0, AT_LAST);
    const text = await pdfText(await page.pdf({ preferCSSPageSize: true }));
    for (const words of [...says, holder.beaNumber, 'Printed']) expect(text).toContain(words);
    // the foot of the first page
    expect(text).toMatch(/Page 1 of \d/);
    expect(text).toContain(`${holder.holderName} · ${holder.beaNumber}`);
    expect(text).not.toMatch(OPERATED);
  }
});
