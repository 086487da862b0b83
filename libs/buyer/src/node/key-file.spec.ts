import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { signerFromKey } from '../signing/key-signer';
import { keyFromFile } from './key-file';

const KEY = 'c0ffee'.repeat(10) + 'abcd';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-key-'));
  file = join(folder, 'key');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a key file', () => {
  it('gives the signer of its key', async () => {
    writeFileSync(file, `0x${KEY}\n`, { mode: 0o600 });

    expect((await keyFromFile(file)).address).toBe(signerFromKey(KEY).address);
  });

  it.each([
    ['open to its group', 0o640, KEY, 'run chmod 600'],
    ['open to everyone', 0o604, KEY, 'run chmod 600'],
    ['without a key', 0o600, `key: ${KEY}`, 'holds no private key'],
    ['of another kind', 0o600, KEY.repeat(100), 'too long'],
  ])('is refused with what would do, and without the key: %s', async (_name, mode, text, message) => {
    writeFileSync(file, text);
    chmodSync(file, mode);

    const fault: unknown = await keyFromFile(file).catch((reason: unknown) => reason);

    expect(fault).toMatchObject({ code: 'bad_key', message: expect.stringContaining(message) });
    expect((fault as Error).message).toContain(file);
    expect(`${inspect(fault)}${JSON.stringify(fault)}`).not.toContain(KEY.slice(0, 12));
  });

  it('must be there, and a file', async () => {
    await expect(keyFromFile(file)).rejects.toMatchObject({
      code: 'bad_key',
      message: expect.stringContaining('ENOENT'),
    });
    await expect(keyFromFile(folder)).rejects.toMatchObject({
      code: 'bad_key',
      message: expect.stringContaining('is no file'),
    });
  });

  it('is no pipe, which nobody waits for', async () => {
    execFileSync('mkfifo', ['-m', '600', file]);

    await expect(keyFromFile(file)).rejects.toMatchObject({ message: expect.stringContaining('is no file') });
  });
});
