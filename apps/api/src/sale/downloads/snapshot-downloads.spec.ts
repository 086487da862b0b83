import type { PackOpened } from '@stackcheck/datasets/advisories';
import type { DownloadName } from '../../catalogue/define-route';
import type { Reader } from './download-places';
import { StoredDownloads, type OpenDownload, type Reopened, type StoredDownloadsDeps } from './snapshot-downloads';

const NAME = { dataset: 'osv', snapshotId: 'osv-1', form: 'pack' } as unknown as DownloadName;
const WAITING_MAX = 64;

let closed: number;
let openPack: jest.Mock<Promise<PackOpened>>;
let downloads: StoredDownloads;

beforeEach(() => {
  closed = 0;
  const pack = {
    file: { sha256: 'ab', bytes: 3 },
    pieces: () => [new Uint8Array(3)],
    close: () => (closed += 1),
  };
  openPack = jest.fn(async () => ({ kind: 'open', pack }) as unknown as PackOpened);
  downloads = new StoredDownloads({
    openPack,
    open: () => Promise.reject(new Error('a pack was asked for')),
    current: () => undefined,
    pause: async () => undefined,
    clock: { monotonic: () => 0 },
  } satisfies StoredDownloadsDeps);
});

let payments = 0;
const reader = (): Reader => ({ payment: ++payments, wasDelivered: false, cut: () => undefined });
const open = (): Promise<OpenDownload> => downloads.prepare(NAME);
const openMany = (count: number): Promise<readonly OpenDownload[]> =>
  Promise.all(Array.from({ length: count }, () => open()));

it('no more than 64 are open and not sent yet', async () => {
  const [first] = await openMany(WAITING_MAX);

  await expect(open()).rejects.toMatchObject({ code: 'paused' });
  first!.close();
  await open();
  await expect(open()).rejects.toMatchObject({ code: 'paused' });
});

it.each<[string, (download: OpenDownload) => void]>([
  ['closed', (download) => download.close()],
  ['closed twice', (download) => (download.close(), download.close())],
  ['sent and closed', (download) => (download.begin(reader()), [...download.pieces()], download.close())],
])('one that is %s makes room for one other, and its file is closed once', async (_what, end) => {
  for (const download of await openMany(WAITING_MAX)) end(download);
  expect(closed).toBe(WAITING_MAX + 1);

  await openMany(WAITING_MAX);
  await expect(open()).rejects.toMatchObject({ code: 'paused' });
});

it.each<[string, () => Promise<PackOpened>, Reopened | 'unavailable']>([
  ['is forgotten', async () => ({ kind: 'forgotten' }), 'forgotten'],
  ['is missing', async () => ({ kind: 'missing' }), 'missing'],
  ['has no pack', async () => ({ kind: 'none' }), 'unavailable'],
  ['cannot be read', () => Promise.reject(new Error('EIO')), 'unavailable'],
])('a snapshot that %s keeps no room', async (_what, opened, expected) => {
  const { reference, close } = await open();
  close();
  openPack.mockImplementation(opened);
  for (let times = 0; times < 2 * WAITING_MAX; times++) {
    const found = await downloads.reopen(reference).catch(({ code }: { code: string }) => code);
    expect(found).toBe(expected === 'unavailable' ? 'dataset_unavailable' : expected);
  }
});

it('a measurement that failed is made again', async () => {
  openPack.mockRejectedValueOnce(new Error('EMFILE'));

  await expect(downloads.measure(NAME)).rejects.toMatchObject({ code: 'dataset_unavailable' });
  expect(await downloads.measure(NAME)).toEqual({ length: 3, sha256: 'ab' });
  await downloads.measure(NAME);
  expect(openPack).toHaveBeenCalledTimes(2);
});
