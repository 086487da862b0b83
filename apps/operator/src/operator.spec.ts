import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPem, signerFromPem } from '@stackcheck/signing';
import { runOperator } from './operator';
import { table } from './text';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'operator-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: string[]) {
  let [out, err] = ['', ''];
  const programs: unknown[] = [];
  const code = await runOperator(args, {
    env: { DATA_DIR: folder },
    write: (text) => (out += text),
    complain: (line) => (err += `${line}\n`),
    columns: 80,
    runProgram: async (...asked) => {
      programs.push(asked.slice(0, 2));
      return 1;
    },
  });
  return { code, out, err, programs };
}

describe('operator', () => {
  it.each([
    [[], 2],
    [['lost'], 2],
    [['keys', '--lost'], 2],
    [['payments', 'lost'], 2],
    [['--help'], 0],
    [['keys', '--help'], 0],
    [['payments', '--help'], 0],
    [['upgrade', '--help'], 0],
    [['upgrade', 'lost'], 2],
    [['nodes', '--help'], 0],
    [['nodes'], 2],
    [['payments', 'list', '--help'], 0],
  ])('%j ends with %i', async (args, code) => {
    expect((await run(...args)).code).toBe(code);
  });

  it.each([
    [
      ['snapshots', '--dataset', 'kev', 'list'],
      ['snapshots', ['--dataset', 'kev', 'list']],
    ],
    [
      ['snapshots', '--help'],
      ['snapshots', ['--help']],
    ],
    [
      ['payments', 'reconcile', '--dry-run'],
      ['reconcile', ['--dry-run']],
    ],
  ])('%j is a program of another app, whose exit code is its own', async (args, asked) => {
    expect(await run(...args)).toMatchObject({ code: 1, programs: [asked] });
  });

  it('payments is the command line that there is', async () => {
    expect(await run('payments', 'list')).toMatchObject({ code: 1, err: expect.stringContaining('payments.db') });
  });
});

describe('operator keys', () => {
  const keyFile = (name: string) => join(folder, 'keys', name);
  const pem = generateKeyPem();
  beforeEach(() => {
    mkdirSync(join(folder, 'keys'));
    writeFileSync(keyFile('dataset-signing.pem'), pem, { mode: 0o600 });
    writeFileSync(keyFile('dataset-jwks.json'), JSON.stringify({ keys: [signerFromPem(pem).publicJwk] }));
    writeFileSync(keyFile('l402-secret'), 'ab'.repeat(32), { mode: 0o600 });
  });

  it('lists them with their ids, and nothing of their secrets', async () => {
    const { code, out } = await run('keys');
    const { out: asJson } = await run('keys', '--json');

    expect(code).toBe(0);
    const { keys } = JSON.parse(asJson) as { readonly keys: readonly { readonly file: string; key_id: string }[] };
    expect(keys.map(({ file, key_id }) => [file, key_id])).toEqual([
      ['dataset-signing.pem', signerFromPem(pem).keyId],
      ['dataset-jwks.json', signerFromPem(pem).keyId],
      ['l402-secret', null],
    ]);
    for (const text of [out, asJson]) expect(text).not.toMatch(/PRIVATE|abab/);
  });

  it.each([
    ['other users can read it', () => chmodSync(keyFile('l402-secret'), 0o640), /chmod 600/],
    ['it is no key', () => writeFileSync(keyFile('l402-secret'), 'hush'), /cannot be read or is no such key/],
    ['nobody can verify it', () => rmSync(keyFile('dataset-jwks.json')), /is not in dataset-jwks\.json/],
  ])('says what is wrong when %s', async (_what, harm, said) => {
    harm();

    const { code, out } = await run('keys', '--json');

    expect(code).toBe(1);
    expect(out).toMatch(said);
  });

  it('says that there are none', async () => {
    rmSync(join(folder, 'keys'), { recursive: true });

    expect(await run('keys')).toMatchObject({ code: 0, out: expect.stringContaining('no keys yet') });
  });
});

describe('a table', () => {
  const rows = [['a'.repeat(70), 'b'.repeat(60), 7]];

  it('fits the terminal, and loses nothing', () => {
    const text = table(['first', 'second', 'n'], rows, 80);

    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect([text.match(/a/g), text.match(/b/g)].map((found) => found?.length)).toEqual([70, 60]);
  });

  it('is as wide as it needs to be where there is no terminal', () => {
    expect(table(['first', 'second', 'n'], rows)).toContain('a'.repeat(70));
  });
});
