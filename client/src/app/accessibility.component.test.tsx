import type { ActivityEvent } from '@shared/activity/activity';
/** @module-tag long */
import type { TripImport } from '@shared/imports/imports';
import type { Checks } from '@shared/reports/checks';
import type { LodgementChanges, LodgementList } from '@shared/reports/lodgements';
import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { buildDriver, buildLodgement, buildTrip, buildTrips, NOW } from '@test/data';
import { emptyAnswers } from '@test/empty-answers';
import { expect } from '@test/expect';
import { buildImport, buildPreview } from '@test/imports';
import { logTrip } from '@test/log-trip';
import { openApp, openSignedOut, reload } from '@test/open-app';
import { openTab, press, toast, toasts } from '@test/screen';
import { storeTrips } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const TABS = ['Log Trip', 'Drivers', 'Trip History', 'Reports', 'Settings', 'Profile'];

const amy = buildDriver();

test('nothing is wider than the screen at 320 px', async () => {
  await openApp('/', { on: { width: 320, height: 640 }, touch: true, answers: storeTrips([amy], []) });
  for (const tab of TABS) {
    await openTab(tab);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectNoOverflow();
  }
});

for (const on of ['desk', 'phone'] as const) {
  test(`every state of a trip's screens is accessible, on a ${on}`, async () => {
    const last = buildTrip(amy, { datetime: NOW, notes: 'Gate 2' });
    const answers = storeTrips([amy], [...buildTrips(amy, 3), last]);
    await openApp('/', { on, answers: { ...answers, 'GET /api/trips/duplicates': [last] } });
    await logTrip.recentSuburb('Toowong 4066').click();
    await logTrip.postcode.fill('4000');
    await expect(page.getByText('Same as a trip logged just now')).toBeVisible();
    await expect(page.getByText('This is not a postcode of the suburb.')).toBeVisible();
    await logTrip.showDetails();
    await expectNoViolations();

    await openTab('Trip History');
    await page
      .getByRole('checkbox', { name: /^Select trip:/ })
      .first()
      .click();
    // the bar below the list hides half of what it stands above
    window.scrollTo(0, document.body.scrollHeight);
    await expectNoViolations();
    await page
      .getByRole('button', { name: /^Edit trip/ })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: 'Edit Trip' })).toBeVisible();
    await expectNoViolations();
    await press('Escape');
    await page.getByRole('button', { name: 'Delete 1 trip', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toBeVisible();
    await expectNoViolations();
    await question.getByRole('button', { name: 'Delete trip' }).click();
    await expect(toast('Trip deleted successfully')).toBeVisible();
    await toasts.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Recently deleted' }).click();
    await expect(page.getByRole('button', { name: /^Restore trip/ })).toBeVisible();
    await expectNoViolations();
  });

  test(`charts and map are accessible, as charts and as tables, on a ${on}`, async () => {
    await openApp('/reports/charts', {
      on,
      answers: {
        ...storeTrips([amy], buildTrips(amy, 3)),
        'GET /api/statistics': { totalTrips: 3, avgWaitTime: 1, uniquePostcodes: 3, activeDrivers: 1 },
        'GET /api/statistics/recent': {
          ...emptyAnswers['GET /api/statistics/recent'],
          waiting: [1, 2, 0, 0, 0, 0, 0, 0],
        },
        'GET /api/statistics/months': [{ month: '2026-11', tripCount: 3, avgWaitTime: 1 }],
        'GET /api/statistics/places': [
          { suburb: 'Toowong', postcode: '4066', tripCount: 1, at: [152.98, -27.48] },
        ],
      },
    });
    const tables = page.getByText('Figures as a table');
    const map = await page.getByRole('heading', { name: 'Pickup areas' }).findElement();
    map.scrollIntoView();
    await expect(tables).toHaveCount(3);
    for (const table of tables.all()) await table.click();
    await expectNoViolations();
  });

  test(`every state of an import and an export is accessible, on a ${on}`, async () => {
    const unread = buildPreview({
      headings: ['Occasion', 'Person', 'Where', 'Code', 'Stood'].map((name) => ({ name, example: '5' })),
      unread: [0, 1, 2, 3, 4],
      missing: ['Date', 'Suburb', 'Postcode', 'Driver'],
    });
    const read = buildPreview({
      headings: unread.headings,
      columns: { date: 0, driver: 1, suburb: 2, postcode: 3, waitingTime: 4 },
      counts: { problem: 1, ready: 1 },
      rows: [
        { number: 2, status: 'ready', summary: '31/10/2026 14:05, Amy Young, Toowong 4066', remarks: [] },
        {
          number: 3,
          status: 'problem',
          summary: '31/13/2026, Amy Young, Toowong 4066',
          remarks: [{ kind: 'problem', text: 'There is no month 13' }],
          cells: { date: '31/13/2026', driver: 'Amy Young', suburb: 'Toowong', postcode: '4066' },
        },
      ],
    });
    const done = buildImport({ fileName: 'old trips.csv' });
    const imports: TripImport[] = [];
    const server = await openApp('/import-trips', {
      on,
      answers: {
        ...storeTrips([amy], [buildTrip(amy)]),
        'GET /api/imports': () => imports,
        'GET /api/imports/:id/lodged': [],
        'POST /api/imports/preview': unread,
        'POST /api/imports': () => {
          imports.push(done);
          return done;
        },
      },
    });
    await expect(page.getByText('Nothing imported yet')).toBeVisible();
    await expectNoViolations();

    const choose = (name: string) =>
      page
        .getByLabelText('File', { exact: true })
        .upload(new File(['Occasion;Person;Where;Code;Stood'], name, { type: 'text/csv' }));
    await choose('log.csv');
    await expect(page.getByText('Choose columns for Date, Driver, Suburb and Postcode.')).toBeVisible();
    await expectNoViolations();
    server.change({ 'POST /api/imports/preview': read });
    await reload();
    await choose('old trips.csv');
    await expect(page.getByText('1 row cannot be imported')).toBeVisible();
    await expectNoViolations();
    await page.getByRole('button', { name: 'Import 1 trip' }).click();
    await toasts.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Undo import: old trips.csv' }).click();
    await expect(page.getByRole('button', { name: 'Undo import', exact: true })).toBeVisible();
    await expectNoViolations();
  });

  test(`the dialog of an export is accessible, on a ${on}`, async () => {
    await openApp('/?tab=history', { on, answers: storeTrips([amy], [buildTrip(amy)]) });
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByRole('dialog', { name: 'Export trips' })).toBeVisible();
    await expectNoViolations();
  });

  test(`a report that is checked, lodged and changed since is accessible, on a ${on}`, async () => {
    const trip = buildTrip(amy, { suburb: 'West End', datetime: '2026-07-11T01:00:00.000Z' });
    const checks: Checks = {
      findings: [
        {
          kind: 'postcode',
          title: 'West End does not have the postcode 4066',
          detail: '1 trip',
          trips: { startDate: '2026-07-01', endDate: '2026-09-30', postcode: '4066' },
          examples: [trip],
          fixes: [{ opens: 'driver', id: amy.id, label: 'Amy Young' }],
        },
      ],
      left: 0,
      placesToConfirm: 0,
      firstPlaces: [],
      tripCount: 1,
      toLookAt: 1,
      questions: 1,
      seen: '1-4f53cda18c2baa0c',
      look: null,
    };
    const list: LodgementList = emptyAnswers['GET /api/lodgements'];
    const document = {
      name: 'quarterly-report-Q1-2026.pdf',
      mediaType: 'application/pdf',
      size: 12_000,
      sha256: 'ab'.repeat(32),
    };
    const lodged = buildLodgement({ reference: 'R-77', documents: [document] });
    const difference = { trips: 1, waiting: 9 };
    const added: ActivityEvent = {
      ...{
        id: 'e',
        at: NOW,
        entity: 'trip',
        entityId: trip.id,
        action: 'created',
        subject: null,
        person: 'Mary Smith',
        changes: {},
      },
    };
    const changes: LodgementChanges = {
      [lodged.id]: {
        figures: [
          {
            label: '4066 Toowong',
            lodged: null,
            now: '1 trip, 9 min of waiting',
            difference,
            by: '+1 trip',
            of: null,
            times: 1,
            last: { at: NOW, person: 'Mary Smith', entity: 'trip', action: 'created', count: 1 },
          },
        ],
        trips: { count: 1, listed: [{ trip, isDeleted: false, event: added }] },
        total: difference,
        left: { figures: 0, difference: { trips: 0, waiting: 0 } },
      },
    };
    const lodgements: LodgementList['lodgements'] = [];
    await openApp('/?tab=reports', {
      on,
      answers: {
        ...storeTrips([amy], [trip]),
        'GET /api/checks': checks,
        'GET /api/lodgements': () => ({ ...list, lodgements }),
        'GET /api/lodgements/changes': () => (lodgements.length > 0 ? changes : {}),
        'POST /api/lodgements': () => {
          lodgements.push(lodged);
          return lodged;
        },
      },
    });
    await page.getByLabelText('Year', { exact: true }).selectOptions('2026');
    await page.getByLabelText('Quarter', { exact: true }).selectOptions('Q1');
    await expect(page.getByRole('button', { name: /^Edit trip: West End/ })).toBeVisible();
    await expectNoViolations();
    await page.getByRole('button', { name: 'Mark as lodged', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark as lodged' });
    await expectNoViolations();
    await dialog.getByRole('button', { name: 'Mark as lodged' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Changed since you lodged it')).toBeVisible();
    await page.getByText('1 document', { exact: true }).click();
    await page.getByRole('button', { name: /^SHA-256 of quarterly-report/ }).click();
    await expectNoViolations();
  });
}

for (const on of ['desk', 'phone'] as const) {
  test(`the login screen is accessible, on a ${on}`, async () => {
    await openSignedOut('/', { on });
    await expect(page.getByLabelText('BEA Number')).toBeVisible();
    await expectNoViolations();
  });

  test(`every tab is accessible, on a ${on}`, async () => {
    await openApp('/', { on, answers: storeTrips([amy], []) });
    for (const tab of TABS) {
      await openTab(tab);
      await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      await expectNoViolations();
    }
  });
}
