import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, type Clock } from '@stackcheck/contract';
import { generateKeyPem, signerFromPem } from '@stackcheck/signing';
import { revokeKey, rotateKey } from '@stackcheck/store-sqlite/keys';
import { receiptFiles, receiptKeys } from './keys';
import { l402Secrets, revokeL402Secrets, rotateL402Secret } from './l402-secret';

let dataDir: string;
let nowMs: number;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'stackcheck-keys-'));
  nowMs = Date.parse('2026-11-23T08:00:00Z');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const file = (): string => join(dataDir, 'keys', 'api-receipts.pem');
const clock: Clock = { ...systemClock, now: () => nowMs, monotonic: () => nowMs };

describe('the receipt key', () => {
  test('is made at the first start, for the owner alone, and kept', () => {
    const first = receiptKeys(dataDir, clock).signer().keyId;

    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(receiptKeys(dataDir, clock).signer().keyId).toBe(first);
  });

  test.each([0o640, 0o604, 0o660, 0o644])('does not sign when its file has mode %o', (mode) => {
    receiptKeys(dataDir, clock);
    chmodSync(file(), mode);

    expect(() => receiptKeys(dataDir, clock)).toThrow('readable by others');
  });

  test('gives way to its successor while the service runs, and stays published with its end', () => {
    const running = receiptKeys(dataDir, clock);
    const first = running.signer().keyId;
    const { to } = rotateKey(receiptFiles(dataDir), { nowMs, overlapMs: 60_000 });
    nowMs += 1_001;
    expect([running.signer().keyId, running.published().keys.map(({ kid }) => kid)]).toEqual([first, [first, to]]);

    nowMs += 60_000;

    expect(running.signer().keyId).toBe(to);
    expect(running.published().keys[0]).toMatchObject({ kid: first, exp: expect.any(Number) as number });
  });

  test('is replaced while the service runs when it is revoked', () => {
    const running = receiptKeys(dataDir, clock);
    const { to } = revokeKey(receiptFiles(dataDir), { reason: 'stolen', nowMs });
    nowMs += 1_001;

    expect(running.signer().keyId).toBe(to);
    expect(running.published().keys.map(({ kid }) => kid)).toEqual([to]);
  });

  test('of before stays published where the file was lost, or another one is given', () => {
    const first = receiptKeys(dataDir, clock).signer().keyId;
    rmSync(file());
    const second = receiptKeys(dataDir, clock);
    const given = receiptKeys(dataDir, clock, signerFromPem(generateKeyPem()));

    expect(second.published().keys.map(({ kid, exp }) => [kid, exp !== undefined])).toEqual([
      [first, true],
      [second.signer().keyId, false],
    ]);
    expect(given.published().keys).toHaveLength(3);
  });

  test('of before has its end once another one is given, and none when it is put back', () => {
    const ends = (keys: ReturnType<typeof receiptKeys>) => keys.published().keys.map(({ exp }) => exp);
    receiptKeys(dataDir, clock);
    const given = signerFromPem(generateKeyPem());
    expect(ends(receiptKeys(dataDir, clock, given))).toEqual([nowMs / 1_000, undefined]);
    nowMs += 60_000;
    expect(ends(receiptKeys(dataDir, clock, given))).toEqual([nowMs / 1_000 - 60, undefined]);

    const other = receiptKeys(dataDir, clock, signerFromPem(generateKeyPem()));
    expect(ends(other)).toEqual([nowMs / 1_000 - 60, nowMs / 1_000, undefined]);
    nowMs += 60_000;
    expect(ends(receiptKeys(dataDir, clock))).toEqual([undefined, nowMs / 1_000 - 60, nowMs / 1_000]);
    nowMs += 60_000;
    expect(ends(receiptKeys(dataDir, clock, given))).toEqual([nowMs / 1_000, undefined, nowMs / 1_000 - 60]);
  });
});

describe('the secret of L402', () => {
  test('gives way to another while the service runs, and knows its tokens for thirty days', () => {
    const running = l402Secrets(null, dataDir, clock);
    const [first] = running();
    rotateL402Secret(dataDir, nowMs);
    nowMs += 1_001;

    const [second, ...earlier] = running();
    expect(earlier).toEqual([first]);
    expect(second).not.toEqual(first);
    nowMs += 30 * 86_400_000;
    expect(running()).toEqual([second]);
    for (const name of ['l402-secret', 'l402-retired.json'])
      expect(statSync(join(dataDir, 'keys', name)).mode & 0o777).toBe(0o600);
  });

  test('is forgotten with all before it when it is revoked', () => {
    const running = l402Secrets(null, dataDir, clock);
    rotateL402Secret(dataDir, nowMs);
    const before = readFileSync(join(dataDir, 'keys', 'l402-secret'), 'utf8').trim();

    expect(revokeL402Secrets(dataDir)).toBe(2);
    nowMs += 1_001;

    expect(running().map((secret) => Buffer.from(secret).toString('hex'))).not.toContain(before);
    expect(running()).toHaveLength(1);
  });

  test.each([
    ['short', { secret: 'ab', until: '2100-01-01T00:00:00Z' }],
    ['without an end', { secret: 'ab'.repeat(32), until: 'soon' }],
  ])('is refused with the file of those before it where one of them is %s, and not quoted', (_name, spoilt) => {
    l402Secrets(null, dataDir, clock);
    rotateL402Secret(dataDir, nowMs);
    const retiredFile = join(dataDir, 'keys', 'l402-retired.json');
    const { retired } = JSON.parse(readFileSync(retiredFile, 'utf8')) as { readonly retired: readonly object[] };
    writeFileSync(retiredFile, JSON.stringify({ retired: [...retired, spoilt] }));

    expect(() => l402Secrets(null, dataDir, clock)()).toThrow(
      'keys/l402-retired.json does not hold secrets; restore it, or remove it and refuse their tokens',
    );
  });

  test.each(['l402-secret', 'l402-retired.json'])('is not used when %s is readable by others', (name) => {
    l402Secrets(null, dataDir, clock);
    rotateL402Secret(dataDir, nowMs);
    chmodSync(join(dataDir, 'keys', name), 0o640);

    expect(() => l402Secrets(null, dataDir, clock)()).toThrow(`${name} is readable by others`);
  });

  test.each(['ab'.repeat(31), 'ab'.repeat(33), 'AB'.repeat(32), 'xy'.repeat(32), ''])('is not %j', (text) => {
    l402Secrets(null, dataDir, clock);
    writeFileSync(join(dataDir, 'keys', 'l402-secret'), text);

    expect(() => l402Secrets(null, dataDir, clock)).toThrow('keys/l402-secret does not hold 64 hex digits');
  });

  test('that is given is the only one', () => {
    expect(l402Secrets(Buffer.alloc(32, 1), dataDir, clock)()).toHaveLength(1);
  });
});
