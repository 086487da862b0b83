import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import threading from 'node:worker_threads';
import { UpstreamShapeError, type DumpReading } from '@stackcheck/datasets/fetch';
import { sourceThreads } from '../testing/archive-threads';
import { zipOf, type PackedFile } from '../testing/zip-writer';
import { inlineArchiveReader, type ArchiveReader } from './archive-reader';
import { ArchiveThreads } from './archive-threads';

const threads = sourceThreads(2);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-archives-'));
});
afterAll(async () => {
  await threads.close();
  rmSync(folder, { recursive: true, force: true });
});

let archives = 0;
function archiveOf(bytes: Uint8Array): string {
  archives += 1;
  const path = join(folder, `${archives}.zip`);
  writeFileSync(path, bytes);
  return path;
}

async function readAll(reader: ArchiveReader, path: string): Promise<DumpReading[]> {
  const all: DumpReading[] = [];
  for await (const readings of reader.read(path)) all.push(...readings);
  return all;
}

const file = (name: string, content: unknown): PackedFile => ({
  name,
  bytes: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});

const record = (id: string, more: object = {}): PackedFile =>
  file(`${id}.json`, { id, modified: '2026-01-01T00:00:00Z', ...more });

const MANY = Array.from({ length: 1_500 }, (_, n) => record(`GHSA-${n}`, { summary: `Nº ${n} "\u2028\0 😀` }));
const [A, B] = [record('GHSA-1'), record('GHSA-2')];

describe.each([
  ['on the same thread', inlineArchiveReader],
  ['on threads of their own', threads],
])('the records of an archive, read %s', (_how, reader) => {
  it('come in the order of the archive, faults in their places', async () => {
    const path = archiveOf(
      zipOf([
        ...MANY.slice(0, 700),
        file('GHSA-bad-1.json', '{'),
        file('notes.txt', 'x'),
        file('GHSA-bad-2.json', { id: 'GHSA-other', modified: '2026-01-01T00:00:00Z' }),
        { ...record('GHSA-bad-3'), stated: { crc32: 7 } },
        record('GHSA-bad-4', { affected: 7 }),
        ...MANY.slice(700),
      ]),
    );

    const readings = await readAll(reader, path);

    const ids = (from: number, to?: number) => MANY.slice(from, to).map(({ name }) => name.replace('.json', ''));
    expect(readings.map((reading) => (reading.ok ? reading.advisory.id : `${reading.name}: ${reading.fault}`))).toEqual(
      [
        ...ids(0, 700),
        'GHSA-bad-1.json: it is no JSON text in UTF-8',
        'notes.txt: its name is not that of a record',
        'GHSA-bad-2.json: its id is "GHSA-other"',
        'GHSA-bad-3.json: it has another checksum than its archive says',
        'GHSA-bad-4.json: affected is no array',
        ...ids(700),
      ],
    );
  });

  it('come in their order around a file that has no name', async () => {
    const path = archiveOf(zipOf([A, { ...B, name: '' }, { ...B, name: '' }, B]));

    const readings = await readAll(reader, path);

    const noName = ': its name is not that of a record';
    expect(readings.map((reading) => (reading.ok ? reading.advisory.id : `${reading.name}: ${reading.fault}`))).toEqual(
      ['GHSA-1', noName, noName, 'GHSA-2'],
    );
  });

  it('are read whole, whatever characters they hold', async () => {
    const affected = [
      { package: { ecosystem: 'npm', name: 'a\u0001é' }, versions: ['1.0.0', '"'] },
      {
        package: { ecosystem: 'Debian:12', name: 'x' },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }],
      },
    ];
    const severity = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }];
    const path = archiveOf(
      zipOf([record('GHSA-1', { affected, severity, aliases: ['CVE-1'], summary: 'x\u2028"\\ 😀' })]),
    );

    expect(await readAll(reader, path)).toEqual([
      {
        ok: true,
        advisory: {
          id: 'GHSA-1',
          aliases: ['CVE-1'],
          modified: '2026-01-01T00:00:00Z',
          published: null,
          withdrawn: null,
          severity: 'critical',
          score: 9.8,
          vector: severity[0]!.score,
          summary: 'x\u2028"\\ 😀',
          packages: [
            { ecosystem: 'Debian', name: 'x', spec: '[["12",[["i","0"]]]]' },
            { ecosystem: 'npm', name: 'a\u0001é', spec: '[[null,[],["1.0.0","\\""]]]' },
          ],
        },
      },
    ]);
  });

  it('may be as large as records may be', async () => {
    const details = 'x'.repeat(7 * 1024 * 1024);
    const large = Array.from({ length: 5 }, (_, n) => record(`GHSA-large-${n}`, { details }));
    const tooLarge = record('GHSA-too-large', { details: details + details });
    const path = archiveOf(zipOf([A, ...large, tooLarge, B]));

    const readings = await readAll(reader, path);

    expect(readings.map((reading) => (reading.ok ? reading.advisory.id : `${reading.name}: ${reading.fault}`))).toEqual(
      [
        'GHSA-1',
        ...large.map(({ name }) => name.replace('.json', '')),
        'GHSA-too-large.json: it is larger than 8388608 bytes',
        'GHSA-2',
      ],
    );
  });

  it.each<[string, () => Buffer, string]>([
    ['no archive', () => Buffer.from('{}'), 'is no sound archive'],
    ['an archive cut off in its files', () => zipOf(MANY).subarray(40), ''],
    [
      'a file that is not where the directory says',
      () => zipOf([...MANY, { ...A, stated: { localOffset: 1 } }]),
      'has a file whose header is missing',
    ],
    ['a file beyond the end', () => zipOf([A, { ...B, stated: { packedSize: 100_000 } }]), 'is cut off'],
  ])('are not had of %s', async (_what, bytes, reason) => {
    const failed = readAll(reader, archiveOf(bytes()));

    await expect(failed).rejects.toThrow(UpstreamShapeError);
    await expect(failed).rejects.toThrow(new RegExp(`^${reason}`));
  });

  it('may be left at any time, and others read afterwards', async () => {
    const path = archiveOf(zipOf(MANY));
    for await (const readings of reader.read(path)) if (readings.length > 0) break;
    rmSync(path);

    expect(existsSync(path)).toBe(false);
    expect(await readAll(reader, archiveOf(zipOf([A, B])))).toHaveLength(2);
    expect(await readAll(reader, archiveOf(zipOf([])))).toEqual([]);
  });
});

test('a small archive is read without starting a thread', async () => {
  const broken = { execArgv: ['--require', join(__dirname, 'missing.js')] };
  const reader = new ArchiveThreads(2, 1024 * 1024, broken);

  expect(await readAll(reader, archiveOf(zipOf([A, B])))).toHaveLength(2);
  await reader.close();
});

it('ends the threads that were started, where the system has none left for the others', async () => {
  const { Worker } = threading;
  const started: threading.Worker[] = [];
  const constructor = jest.spyOn(threading, 'Worker').mockImplementation((...args) => {
    if (started.length === 1) throw new Error('Worker initialization failure: EAGAIN');
    started.push(new Worker(...args));
    return started[0]!;
  });
  const few = sourceThreads(2);
  const ended = (): Promise<unknown> => new Promise((resolve) => started[0]!.once('exit', resolve));

  await expect(readAll(few, archiveOf(zipOf(MANY)))).rejects.toThrow('EAGAIN');
  await Promise.all([ended(), few.close()]);
  constructor.mockRestore();
});

describe('a thread that breaks down', () => {
  it.each([
    ['ends by itself', { execArgv: ['--require', join(__dirname, '../testing/end-thread.js')] }, /ended with code 7/],
    [
      'meets a fault',
      { execArgv: ['--require', join(__dirname, '../testing/throw-in-thread.js')] },
      /unforeseen fault/,
    ],
    ['runs out of memory', { resourceLimits: { maxOldGenerationSizeMb: 1 } }, /memory/],
    ['cannot start', { execArgv: ['--require', join(__dirname, 'missing.js')] }, /missing.js/],
  ])('because it %s fails the reading, and every later one', async (_why, options, reason) => {
    const broken = sourceThreads(2, options);
    const path = archiveOf(zipOf(MANY));

    await expect(readAll(broken, path)).rejects.toThrow(reason);
    await expect(readAll(broken, path)).rejects.toThrow(reason);
    await broken.close();
  });
});
