import { expect } from '@test/expect';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { card } from '@test/waiting-trips';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const input = page.getByLabelText('Logo file');
const dialog = page.getByRole('dialog');
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
const picture = (name: string) => new File([drawing], name, { type: 'image/svg+xml' });

test('a picture that cannot be is refused before it is sent, and cancelled without a trace', async () => {
  const server = await openApp('/?tab=profile');
  await input.upload(new File(['no picture'], 'notes.txt', { type: 'text/plain' }));
  await expect(toast('Please select an image file')).toBeVisible();
  await input.upload(new File([new Uint8Array(5_242_881)], 'large.png', { type: 'image/png' }));
  await expect(toast('File size must be less than 5MB')).toBeVisible();
  await input.upload(picture('logo.svg'));
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('banner').getByRole('img', { name: 'Trip Log' })).toBeVisible();
  expect(server.sent('POST /api/objects/upload')).toEqual([]);
});

test('a file dropped on the card is taken', async () => {
  const server = await openApp('/?tab=profile', { answers: { 'POST /api/objects/upload': {} } });
  await expect(page.getByRole('heading', { name: 'Company Logo' })).toBeVisible();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(picture('dropped.svg'));
  card('Company Logo')
    .getByText('You can also drop a file here.')
    .element()
    .dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await expect(dialog.getByText('dropped.svg')).toBeVisible();
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect
    .poll(() => server.sent('POST /api/objects/upload'))
    .toEqual([{ contentType: 'image/svg+xml', size: drawing.length }]);
});
