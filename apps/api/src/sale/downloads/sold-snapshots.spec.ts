import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SoldSnapshots } from './sold-snapshots';

const folder = mkdtempSync(join(tmpdir(), 'sold-snapshots-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('holds the bytes of an old snapshot once in memory, however many are sent them', async () => {
  const body = Buffer.from(JSON.stringify({ data: 'x'.repeat(1_000) }));
  const sold = new SoldSnapshots({ folder, stored: () => undefined, current: () => undefined });
  const reference = await sold.keep({ dataset: 'eol', snapshotId: 'eol-20260101T000000Z-0123abcd', body });

  const found = await Promise.all(Array.from({ length: 20 }, () => sold.find(reference)));
  const later = await sold.find(reference);

  expect(Buffer.from(later!)).toEqual(body);
  expect(new Set([...found, later]).size).toBe(1);
  expect(await sold.find({ ...reference, length: 1 })).toBeUndefined();
  expect(await sold.find({ ...reference, snapshotId: 'eol-20260101T000000Z-ffffffff', sha256: '0' })).toBeUndefined();
});

it('keeps a download that it could not keep at first, once it can', async () => {
  const blocked = join(folder, 'blocked');
  writeFileSync(blocked, 'a file where the folder of the copies should be');
  const sold = new SoldSnapshots({ folder: blocked, stored: () => undefined, current: () => undefined });
  const download = { dataset: 'eol', snapshotId: 'eol-20260101T000000Z-0123abcd', body: Buffer.from('{}') } as const;
  await expect(sold.keep(download)).rejects.toMatchObject({ code: 'paused' });

  rmSync(blocked);
  const reference = await sold.keep(download);

  expect(Buffer.from((await sold.find(reference))!)).toEqual(download.body);
});

it('gives what is sold now out of memory, also when its copy is gone', async () => {
  const place = join(folder, 'current');
  const body = Buffer.from('{"data":1}');
  const snapshotId = 'eol-20260101T000000Z-0123abcd';
  const current = { dataset: 'eol', snapshotId, body } as const;
  const sold = new SoldSnapshots({ folder: place, stored: () => undefined, current: () => current });
  const reference = await sold.keep(current);
  rmSync(place, { recursive: true });

  expect(await sold.find(reference)).toBe(body);
  expect(await sold.find({ ...reference, sha256: '0'.repeat(64) })).toBeUndefined();
});
