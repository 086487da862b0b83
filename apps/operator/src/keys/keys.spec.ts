import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPem, signerFromPem } from '@stackcheck/signing';
import { runOperator } from '../operator';

let folder: string;
let dataset: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'operator-keys-'));
  mkdirSync(join(folder, 'keys'));
  dataset = put('dataset-signing.pem');
  put('api-receipts.pem');
  writeFileSync(join(folder, 'keys', 'l402-secret'), 'ab'.repeat(32), { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(file: string): string {
  const pem = generateKeyPem();
  writeFileSync(join(folder, 'keys', file), pem, { mode: 0o600 });
  return signerFromPem(pem).keyId;
}

async function run(args: string, env: Record<string, string> = {}) {
  let [out, err] = ['', ''];
  const code = await runOperator(['keys', ...args.split(' ')], {
    env: { DATA_DIR: folder, ...env },
    write: (text) => (out += text),
    complain: (line) => (err += `${line}\n`),
  });
  return { code, out, err };
}
const read = (file: string): string => readFileSync(join(folder, 'keys', file), 'utf8');
const files = (): readonly (readonly string[])[] => readdirSync(join(folder, 'keys')).map((file) => [file, read(file)]);
const published = async () => {
  const { out } = await run('list --json');
  return (JSON.parse(out) as { readonly published: readonly Readonly<Record<string, string>>[] }).published;
};

it.each(['rotate', 'revoke'])('%s --dry-run says what it would do, and changes nothing', async (command) => {
  await run('rotate dataset --overlap 0');
  const before = files();
  for (const role of ['dataset', 'receipt', 'watch', 'l402']) {
    const said = await run(`${command} ${role}${command === 'revoke' ? ' --reason test' : ''} --dry-run`);
    if (command === 'revoke' && role === 'receipt') continue;
    expect(said).toMatchObject({ code: 0, out: expect.stringMatching(/^would /) });
  }
  expect(files()).toEqual(before);
});

it('rotates: the successor is published, coming, and the old key has its end', async () => {
  const { code, out } = await run('rotate dataset --overlap 2d --json');

  const rotated = JSON.parse(out) as { readonly to: string };
  expect([code, rotated]).toEqual([0, expect.objectContaining({ changed: true, role: 'dataset', from: dataset })]);
  expect(await published()).toMatchObject([
    { key_id: dataset, of: 'datasets', state: 'valid', end: expect.any(String) as string },
    { key_id: rotated.to, of: 'datasets', state: 'coming' },
  ]);
  expect(signerFromPem(read('dataset-signing.pem')).keyId).toBe(dataset);
  expect(await run('rotate dataset')).toMatchObject({ code: 1, err: expect.stringContaining('under way') });
});

it('revokes: another key takes its place, and the set says why', async () => {
  await run('rotate receipt --overlap 0');
  const { code } = await run('revoke receipt --reason stolen');

  expect(code).toBe(0);
  const states = (await published()).filter(({ of }) => of === 'receipts');
  expect(states.map(({ state, reason }) => [state, reason])).toEqual([
    ['valid', null],
    ['valid', null],
    ['revoked', 'stolen'],
  ]);
  expect(states[1]!['key_id']).toBe(signerFromPem(read('api-receipts.pem')).keyId);
});

it('replaces secrets: those of before are known still, and forgotten when they are revoked', async () => {
  await run('rotate watch');
  await run('rotate watch');
  expect((JSON.parse(read('watch-keys.json')) as { keys: unknown[] }).keys).toHaveLength(2);
  expect((await run('rotate l402')).code).toBe(0);
  expect(read('l402-retired.json')).toContain('abab');

  await run('revoke watch --reason stolen');
  await run('revoke l402 --reason stolen');

  expect((JSON.parse(read('watch-keys.json')) as { keys: unknown[] }).keys).toHaveLength(1);
  expect(existsSync(join(folder, 'keys', 'l402-retired.json'))).toBe(false);
  expect(read('l402-secret')).not.toContain('abab');
});

it.each<[string, Record<string, string>, RegExp]>([
  ['rotate dataset', { SNAPSHOT_SOURCE: 'https://publisher.example' }, /SNAPSHOT_SOURCE is set: this node follows/],
  [
    'rotate receipt',
    { RECEIPT_KEY_FILE: '/run/secrets/receipt' },
    /RECEIPT_KEY is set: .*openssl genpkey.*stop all instances/,
  ],
  ['revoke watch --reason x', { WATCH_KEYS: '{}' }, /WATCH_KEYS is set: .*before the last .*181 days/],
  ['rotate l402', { L402_SECRET: 'ab' }, /L402_SECRET is set: .*openssl rand -hex 32/],
  ['rotate dataset', { DATA_DIR: '/nonexistent' }, /ingest makes it/],
  ['rotate dataset --overlap 1', {}, /24h/],
  ['rotate lost', {}, /choices/],
  ['revoke dataset', {}, /--reason/],
])('%s is refused where it cannot be done: %j', async (args, env, said) => {
  const before = files();

  expect(await run(args, env)).toMatchObject({ code: 2, err: expect.stringMatching(said) });
  expect(files()).toEqual(before);
});
