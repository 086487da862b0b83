import fs, {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPem, signerFromPem } from '@stackcheck/signing';
import { KeyError } from '@stackcheck/signing/keys';
import { keyIdInUse, nextFile, putFile, readKeySet, signerInUse, successorOf, writeKeySet, type KeyFiles } from '.';
import { writeDraft } from './write-draft';

const BEGINS = 1_790_000_000;
let folder: string;
let files: KeyFiles;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'key-files-'));
  files = { privateFile: join(folder, 'key.pem'), setFile: join(folder, 'jwks.json') };
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** A key with a successor, which is published and signs from a time on. */
function withNext() {
  const [pem, nextPem] = [generateKeyPem(), generateKeyPem()];
  const [old, next] = [signerFromPem(pem), signerFromPem(nextPem)];
  writeFileSync(files.privateFile, pem);
  writeFileSync(nextFile(files.privateFile), nextPem);
  writeKeySet(files.setFile, { keys: [old.publicJwk, { ...next.publicJwk, nbf: BEGINS }] });
  return { old: old.keyId, next: next.keyId };
}

describe('the key that signs', () => {
  it.each([
    [BEGINS * 1_000 - 1, 'old'],
    [BEGINS * 1_000, 'next'],
  ] as const)('at %i is the %s one; to ask for its id changes nothing', (nowMs, which) => {
    const ids = withNext();

    expect(keyIdInUse(files, nowMs)).toBe(ids[which]);
    expect(existsSync(nextFile(files.privateFile))).toBe(true);
    expect(successorOf(files)?.keyId).toBe(ids.next);
    expect(signerInUse(files, nowMs).keyId).toBe(ids[which]);
    expect(existsSync(nextFile(files.privateFile))).toBe(which === 'old');
  });

  it('is a published successor without a time at once', () => {
    const pem = generateKeyPem();
    writeFileSync(nextFile(files.privateFile), pem);
    writeKeySet(files.setFile, { keys: [signerFromPem(pem).publicJwk] });

    expect(keyIdInUse(files, 0)).toBe(signerFromPem(pem).keyId);
  });

  it('is the successor also where it cannot be put in place', () => {
    const { next } = withNext();
    jest.spyOn(fs, 'renameSync').mockImplementation(() => {
      throw Object.assign(new Error('read-only'), { code: 'EROFS' });
    });

    expect(signerInUse(files, BEGINS * 1_000).keyId).toBe(next);
    expect(existsSync(nextFile(files.privateFile))).toBe(true);
  });

  it('is what another process put in place that was first', () => {
    withNext();
    const theirs = generateKeyPem();
    jest.spyOn(fs, 'renameSync').mockImplementation(() => {
      rmSync(nextFile(files.privateFile));
      writeFileSync(files.privateFile, theirs);
      throw Object.assign(new Error('gone'), { code: 'ENOENT' });
    });

    expect(signerInUse(files, BEGINS * 1_000).keyId).toBe(signerFromPem(theirs).keyId);
  });

  it('is none where it was revoked, or cannot be read, which names the file', () => {
    const { old } = withNext();
    const set = readKeySet(files.setFile);
    writeKeySet(files.setFile, { keys: set.keys.slice(1), revoked: [{ kid: old, revoked_at: 1, reason: 'stolen' }] });

    expect(() => keyIdInUse(files, 0)).toThrow(
      new KeyError(`the key in ${files.privateFile} was revoked: remove it, and another is made`),
    );
    rmSync(files.privateFile);
    expect(() => keyIdInUse(files, 0)).toThrow(`${files.privateFile} cannot be read`);
    writeFileSync(files.privateFile, 'no key');
    expect(() => keyIdInUse(files, 0)).toThrow('the signing key is no readable PEM private key');
  });
});

describe('a file of keys', () => {
  it('is made with its folder, and holds a set that people can read', () => {
    const setFile = join(folder, 'deeper', 'jwks.json');
    const { publicJwk } = signerFromPem(generateKeyPem());
    expect(readKeySet(setFile)).toEqual({ keys: [] });
    const umask = process.umask(0);
    try {
      writeKeySet(setFile, { keys: [publicJwk] });
    } finally {
      process.umask(umask);
    }

    expect(readFileSync(setFile, 'utf8')).toBe(`${JSON.stringify({ keys: [publicJwk] }, null, 2)}\n`);
    expect(readKeySet(setFile)).toEqual({ keys: [publicJwk] });
    expect([setFile, join(folder, 'deeper')].map((path) => statSync(path).mode & 0o777)).toEqual([0o644, 0o700]);
  });

  it('replaces another one, and leaves nothing behind where it cannot', () => {
    const [file, taken] = [join(folder, 'file'), join(folder, 'taken')];
    putFile(file, 'first', 0o600);
    putFile(file, 'second', 0o600);
    mkdirSync(join(taken, 'inner'), { recursive: true });

    expect(() => putFile(taken, 'text', 0o600)).toThrow();

    expect(readFileSync(file, 'utf8')).toBe('second');
    expect(readdirSync(folder).sort()).toEqual(['file', 'taken']);
  });

  it('is nowhere to be found where its draft could not be written to the disk', () => {
    jest.spyOn(fs, 'fsyncSync').mockImplementation(() => {
      throw Object.assign(new Error('disk'), { code: 'EIO' });
    });

    expect(() => putFile(join(folder, 'file'), 'text', 0o600)).toThrow('disk');

    expect(readdirSync(folder)).toEqual([]);
  });

  // Only root may give files away.
  (process.getuid?.() === 0 ? it : it.skip)("that root writes is the folder's owner's (needs root's rights)", () => {
    chownSync(folder, 2_345, 2_346);

    expect(statSync(writeDraft(join(folder, 'file'), 'text', 0o600))).toMatchObject({ uid: 2_345, gid: 2_346 });
  });
});
