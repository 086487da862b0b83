import fs, { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWatch } from '../../config/watch';
import { parseWatchKeys } from '../../config/watch-key-ring';
import { watchKeys } from './watch-keys';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const DAY_MS = 86_400_000;
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'stackcheck-watch-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const file = () => join(dataDir, 'keys', 'watch-keys.json');
const own = (days: number) => watchKeys({ mode: 'own' }, dataDir, NOW + days * DAY_MS).ring;
const ids = (days: number) => own(days).map(({ id }) => id);

describe('the keys of watch tokens', () => {
  it('are made at the first start, for their owner alone, and are the same at the next', () => {
    const made = own(0);

    expect(made).toMatchObject([
      { id: expect.stringMatching(/^[\w-]{8}$/) as string, secret: expect.objectContaining({ length: 32 }) as object },
    ]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(own(89).map(({ id, secret }) => [id, Buffer.from(secret).toString('hex')])).toEqual(
      made.map(({ id, secret }) => [id, Buffer.from(secret).toString('hex')]),
    );
  });

  it('are those of the first of two processes that start at once', () => {
    const first = ids(0);
    // The second one looked before the first had written.
    const look = jest.spyOn(fs, 'existsSync').mockReturnValueOnce(false);

    expect(ids(0)).toEqual(first);
    expect(look).toHaveBeenCalledTimes(1);
    look.mockRestore();
    expect(ids(0)).toEqual(first);
    expect(readdirSync(join(dataDir, 'keys'))).toEqual(['watch-keys.json']);
  });

  it('get a successor after 90 days, and are kept until the last token that they sealed has expired', () => {
    const [first] = ids(0);
    const [, second] = ids(90);

    expect(ids(90)).toEqual([first, second]);
    expect(ids(179)).toEqual([first, second]);
    expect(ids(180)).toEqual([first, second, expect.any(String)]);
    expect(ids(270)).toHaveLength(4);
    // Its successor sealed from day 90 on, and tokens last 180 days.
    expect(ids(271).slice(0, 2)).toEqual([second, expect.any(String)]);
  });

  it('survive a service that was off for years: the newest is never dropped before another one seals', () => {
    const [first] = ids(0);

    expect(ids(3_000)).toEqual([first, expect.any(String)]);
  });

  it('do not come from a file that others may read, nor from a broken one', () => {
    own(0);
    chmodSync(file(), 0o640);
    expect(() => own(1)).toThrow(/readable by others/);

    chmodSync(file(), 0o600);
    writeFileSync(file(), '{"keys": [{"id": "k", "secret": "c2hvcnQ", "created_at": "2026-11-20T12:00:00Z"}]}');
    expect(() => own(1)).toThrow(/^keys\/watch-keys\.json: each watch key needs an id/);
  });

  it.each([
    ['no JSON', 'secret-text', /^the watch keys are not JSON$/],
    ['null', 'null', /must be \{"keys": \[\.\.\.\]\}/],
    ['no keys', '{"keys": []}', /at least one key/],
    ['a key without a date', '{"keys": [{"id": "k", "secret": "x"}]}', /each watch key must be/],
    ['null for a key', '{"keys": [null]}', /each watch key must be/],
  ])('are refused when they are %s, without being shown', (_what, text, message) => {
    expect(() => parseWatchKeys(text)).toThrow(message);
  });

  it('may be the operator’s, or none', () => {
    own(0);
    const faults: string[] = [];
    const given = readWatch({ WATCH_KEYS: readFileSync(file(), 'utf8') }, faults);

    expect(given).toMatchObject({ mode: 'given', ring: [{ id: own(0)[0]!.id }] });
    expect(watchKeys(given, dataDir, NOW).ring).toEqual((given as { ring: unknown }).ring);
    expect(readWatch({}, faults)).toEqual({ mode: 'own' });
    expect(watchKeys(readWatch({ STACK_WATCH: 'off' }, faults), dataDir, NOW).ring).toEqual([]);
    expect(faults).toEqual([]);
    readWatch({ STACK_WATCH: 'maybe' }, faults);
    readWatch({ WATCH_KEYS: 'x' }, faults);
    expect(faults).toEqual(['STACK_WATCH must be on or off', 'WATCH_KEYS: the watch keys are not JSON']);
  });

  it('are those of the file, also when another process wrote it: a running process opens what its successor seals', () => {
    const running = watchKeys({ mode: 'own' }, dataDir, NOW);
    const before = running.ring.map(({ id }) => id);

    const successor = ids(90);
    expect(running.ring.map(({ id }) => id)).toEqual(successor);
    expect(successor).toEqual([...before, expect.any(String)]);

    writeFileSync(file(), 'broken');
    expect(running.ring.map(({ id }) => id)).toEqual(successor);
    rmSync(file());
    expect(running.ring.map(({ id }) => id)).toEqual(successor);
  });

  it('are those of the last of two processes that replace a key at once', () => {
    const [first] = own(0);
    const rename = fs.renameSync;
    const late = jest.spyOn(fs, 'renameSync').mockImplementationOnce((from, to) => {
      const others = readFileSync(from, 'utf8').replace(/("id": ")[^"]+("[^{]*)$/, '$1of-other$2');
      rename(from, to);
      writeFileSync(to, others);
    });
    const running = watchKeys({ mode: 'own' }, dataDir, NOW + 90 * DAY_MS);
    late.mockRestore();

    expect(running.ring.map(({ id }) => id)).toEqual([first!.id, 'of-other']);
  });

  it('are used with another nonce for each token', () => {
    const { nonce } = watchKeys({ mode: 'off' }, dataDir, NOW);

    expect(nonce()).toHaveLength(12);
    expect(nonce()).not.toEqual(nonce());
  });
});
