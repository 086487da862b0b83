import fs, { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageFault } from './storage-fault';

const folder = mkdtempSync(join(tmpdir(), 'storage-fault-'));
const path = join(folder, 'payments.db');
const fault = (code: unknown) => storageFault(Object.assign(new Error('x'), { code }), path);
const FULL = { isFull: true, reason: `the disk is full; make room in ${folder} and try again` };
const BLOCK_BYTES = 4_096;
const room = (blocks: number) =>
  jest
    .spyOn(fs, 'statfsSync')
    .mockReturnValue({ bavail: blocks, bsize: BLOCK_BYTES } as ReturnType<typeof fs.statfsSync>);

afterEach(() => jest.restoreAllMocks());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])('%s is a full disk, whatever room there seems to be', (code) => {
  room(1_000_000);

  expect(fault(code)).toEqual(FULL);
});

describe.each(['SQLITE_IOERR', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_CANTOPEN'])('%s', (code) => {
  test.each([
    [0, true],
    [15, true],
    [16, false],
    [1_000_000, false],
  ])('with %i free blocks is a full disk: %j', (blocks, isFull) => {
    room(blocks);

    expect(fault(code)).toEqual(isFull ? FULL : { isFull, reason: code });
  });

  test('is itself where nobody says how much room there is', () => {
    jest.spyOn(fs, 'statfsSync').mockImplementation(() => {
      throw new Error('ENOSYS');
    });

    expect(fault(code)).toEqual({ isFull: false, reason: code });
    expect(storageFault({ code }, join(folder, 'absent', 'payments.db'))).toEqual({ isFull: false, reason: code });
  });
});

test.each([
  'EIO',
  'EROFS',
  'EACCES',
  'EPERM',
  'ENOENT',
  'EMFILE',
  'SQLITE_READONLY_DBMOVED',
  'SQLITE_CORRUPT',
  'SQLITE_NOTADB',
])('%s is itself, also where there is no room', (code) => {
  room(0);

  expect(fault(code)).toEqual({ isFull: false, reason: code });
});

test.each(['SQLITE_BUSY', 'SQLITE_CONSTRAINT_UNIQUE', 'ECONNREFUSED', 'NO_SQLITE_FULL', undefined, 28])(
  'a fault with the code %j is none of storage',
  (code) => expect(fault(code)).toBeUndefined(),
);

test.each([null, undefined, 'ENOSPC'])('%j thrown is none of storage', (thrown) => {
  expect(storageFault(thrown, path)).toBeUndefined();
});
