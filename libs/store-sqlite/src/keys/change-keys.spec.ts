import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPem, signerFromPem } from '@stackcheck/signing';
import { KeyError } from '@stackcheck/signing/keys';
import { nextFile, readKeySet, revokeKey, rotateKey, signerInUse, writeKeySet, type KeyFiles } from '.';

const NOW = Date.parse('2026-11-23T08:00:00Z');
const HOUR = 3_600_000;
let folder: string;
let files: KeyFiles;
let first: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signing-files-'));
  files = { privateFile: join(folder, 'key.pem'), setFile: join(folder, 'jwks.json') };
  const pem = generateKeyPem();
  writeFileSync(files.privateFile, pem, { mode: 0o600 });
  first = signerFromPem(pem).keyId;
  writeKeySet(files.setFile, { keys: [signerFromPem(pem).publicJwk] });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const rotate = (nowMs = NOW, overlapMs = HOUR) => rotateKey(files, { nowMs, overlapMs });
const idsOf = () => readKeySet(files.setFile).keys.map(({ kid }) => kid);
const signsAt = (nowMs: number) => signerInUse(files, nowMs).keyId;

describe('a rotation', () => {
  it('publishes the successor at once, and has it sign when its time has come', () => {
    const rotated = rotate();

    expect(rotated).toMatchObject({ kind: 'rotated', from: first, at: '2026-11-23T09:00:00.000Z' });
    expect(idsOf()).toEqual([first, rotated.to]);
    expect([NOW, NOW + HOUR - 1_000, NOW + HOUR, NOW + 2 * HOUR].map(signsAt)).toEqual([
      first,
      first,
      rotated.to,
      rotated.to,
    ]);
    expect(existsSync(nextFile(files.privateFile))).toBe(false);
    expect(statSync(files.privateFile).mode & 0o777).toBe(0o600);
  });

  it('is not begun again while one is under way, and follows another that is over', () => {
    const { to } = rotate();
    expect(rotate(NOW + 1)).toMatchObject({ kind: 'under_way', to });

    const again = rotate(NOW + HOUR);

    expect(again).toMatchObject({ kind: 'rotated', from: to });
    expect(idsOf()).toEqual([first, to, again.to]);
  });

  it('that broke off before it was published is finished by the next one, and nobody signed meanwhile', () => {
    const pem = generateKeyPem();
    writeFileSync(nextFile(files.privateFile), pem, { mode: 0o600 });
    expect(signsAt(NOW + 9 * HOUR)).toBe(first);

    expect(rotate()).toMatchObject({ kind: 'rotated', to: signerFromPem(pem).keyId });
  });
});

describe('the times of a rotation', () => {
  it('are whole seconds, and the old key ends an hour after the new one began', () => {
    const rotated = rotate(NOW + 999, HOUR);

    expect(rotated).toEqual({
      kind: 'rotated',
      from: first,
      to: rotated.to,
      at: '2026-11-23T09:00:00.000Z',
      ends: '2026-11-23T10:00:00.000Z',
    });
    const [old, next] = readKeySet(files.setFile).keys;
    expect([old!.exp, next!.nbf]).toEqual([(NOW + 2 * HOUR) / 1_000, (NOW + HOUR) / 1_000]);
    expect(rotate(NOW + 1)).toEqual({ kind: 'under_way', from: first, to: rotated.to, at: '2026-11-23T09:00:00.000Z' });
  });

  it('publish a key that was never published together with its successor', () => {
    writeKeySet(files.setFile, { keys: [] });

    expect(idsOf()).toEqual([]);
    const { to } = rotate();
    expect(idsOf()).toEqual([first, to]);
  });
});

describe('a revocation', () => {
  it('replaces the key that signs at once, with a successor that lay next to it', () => {
    const { to: coming } = rotate();

    const revoked = revokeKey(files, { reason: 'stolen', nowMs: NOW });

    expect(revoked.revoked).toEqual([first, coming]);
    expect([idsOf(), signsAt(NOW)]).toEqual([[revoked.to], revoked.to]);
    expect(readKeySet(files.setFile).revoked).toMatchObject([{ kid: first, reason: 'stolen' }, { kid: coming }]);
  });

  it('of a retired key leaves the one that signs', () => {
    const { to } = rotate(NOW, 0);
    expect(signsAt(NOW)).toBe(to);

    expect(revokeKey(files, { keyId: first, reason: 'found in a log', nowMs: NOW })).toEqual({
      revoked: [first],
      to: null,
    });
    expect([idsOf(), signsAt(NOW)]).toEqual([[to], to]);
  });

  it('that broke off before the new key was put in place is finished by the next process that looks', () => {
    const before = readFileSync(files.privateFile, 'utf8');
    const { to } = revokeKey(files, { reason: 'stolen', nowMs: NOW });
    const after = readFileSync(files.privateFile, 'utf8');
    writeFileSync(nextFile(files.privateFile), after, { mode: 0o600 });
    writeFileSync(files.privateFile, before);

    expect(signsAt(NOW)).toBe(to);
  });

  it('holds: the key does not come back from a backup', () => {
    const stolen = readFileSync(files.privateFile, 'utf8');
    revokeKey(files, { reason: 'stolen', nowMs: NOW });
    writeFileSync(files.privateFile, stolen);

    expect(() => signsAt(NOW)).toThrow('was revoked');
  });

  it('replaces the key that signs although it was never published', () => {
    writeKeySet(files.setFile, { keys: [] });

    const { revoked, to } = revokeKey(files, { reason: 'stolen', nowMs: NOW });

    expect([revoked, idsOf(), signsAt(NOW)]).toEqual([[first], [to], to]);
  });

  it('of a coming key takes the one that signs along, and says when and why', () => {
    const { to: coming } = rotate();

    const { revoked, to } = revokeKey(files, { keyId: coming, reason: 'seen', nowMs: NOW + 1_999 });

    expect([revoked, idsOf(), signsAt(NOW)]).toEqual([[first, coming], [to], to]);
    expect(readKeySet(files.setFile).revoked).toEqual(
      [first, coming].map((kid) => ({ kid, revoked_at: NOW / 1_000 + 1, reason: 'seen' })),
    );
    expect(existsSync(nextFile(files.privateFile))).toBe(false);
    expect(statSync(files.privateFile).mode & 0o777).toBe(0o600);
  });

  it('of a published key whose private half is elsewhere leaves no key that signs', () => {
    rmSync(files.privateFile);

    expect(revokeKey(files, { keyId: first, reason: 'stolen', nowMs: NOW })).toEqual({ revoked: [first], to: null });
    expect([idsOf(), existsSync(files.privateFile)]).toEqual([[], false]);
    expect(() => revokeKey(files, { reason: 'stolen', nowMs: NOW })).toThrow('there is no key "" among the published');
  });

  it('of a key that nobody knows is a fault', () => {
    expect(() => revokeKey(files, { keyId: 'lost', reason: '', nowMs: NOW })).toThrow(
      new KeyError('there is no key "lost" among the published ones'),
    );
    expect(idsOf()).toEqual([first]);
  });
});
