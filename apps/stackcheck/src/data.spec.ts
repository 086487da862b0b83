import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packChunks } from '@stackcheck/advisory-pack';
import { publishedDownloads, type Downloads } from '@stackcheck/datasets/testing';
import { generateKeyPem, signerFromPem } from '@stackcheck/signing';
import { withRevoked, withSuccessor } from '@stackcheck/signing/keys';
import { CommandLine } from './testing/command-line';

let line: CommandLine;
let yesterday: Downloads;
let today: Downloads;
let others: Downloads;
beforeAll(async () => {
  yesterday = await publishedDownloads('2026-11-22T06:00:00Z', packChunks);
  others = await publishedDownloads('2026-11-23T06:00:00Z');
  today = yesterday;
});
beforeEach(() => {
  line = new CommandLine();
  give(today);
});
afterEach(() => line.remove());

function give({ keys, eol, kev, osv, pack, osvManifest }: Downloads): void {
  line
    .write('in/keys.json', JSON.stringify(keys))
    .write('in/eol.json', eol)
    .write('in/kev.json', kev)
    .write('in/osv.json', osv)
    .write('in/osv-manifest.json', osvManifest);
  if (pack !== undefined) line.write('in/osv.pack', pack);
}

const importAll = async () => {
  await line.run(['data', 'import', 'in/eol.json', 'in/kev.json', '--keys', 'in/keys.json']);
  return line.run(['data', 'import', 'in/osv.pack', '--manifest', 'in/osv-manifest.json']);
};
const LOCK = JSON.stringify({
  lockfileVersion: 3,
  packages: { '': {}, 'node_modules/lodash': { version: '4.17.15' }, 'node_modules/nobody': { version: '1.0.0' } },
});

describe('data', () => {
  test('that were imported answer without a network, and name their snapshots', async () => {
    expect(await importAll()).toMatchObject({
      code: 0,
      stderr: [expect.stringMatching(/^osv: osv-.*signature good$/)],
    });
    line.write('app/.nvmrc', '18\n').write('app/package-lock.json', LOCK);

    const { code, stdout } = await line.run(['app', '--format', 'json']);

    const outcome = JSON.parse(stdout) as { readonly findings: readonly { readonly code: string }[] };
    expect(code).toBe(1);
    expect(outcome).toMatchObject({
      source: 'snapshot',
      snapshots: [{ dataset: 'eol', starter: false, age_hours: 30 }, { dataset: 'kev' }, { dataset: 'osv' }],
      summary: { packages: 2, products: 1, unlisted: 1 },
    });
    expect(outcome.findings.map((finding) => finding.code)).toEqual(expect.arrayContaining(['eol', 'vulnerable']));
  });

  test('of packages in JSON and as a pack give the same answer', async () => {
    await importAll();
    line.write('app/package-lock.json', LOCK);
    const byPack = await line.run(['app', '--format', 'json']);

    expect((await line.run(['data', 'import', 'in/osv.json'])).code).toBe(0);
    const byJson = await line.run(['app', '--format', 'json']);

    expect(JSON.parse(byJson.stdout)).toEqual(JSON.parse(byPack.stdout));
  });

  test('that are missing or too old are an error with the ways out, never another source', async () => {
    line.write('app/.nvmrc', '18\n');
    const missing = await line.run(['app']);
    await importAll();
    line.nowMs = Date.parse('2026-11-25T12:00:00Z');
    const old = await line.run(['app']);

    expect([missing.code, missing.stdout, old.code, old.stdout]).toEqual([4, '', 4, '']);
    expect(missing.stderr[0]).toMatch(
      /there are no eol data in .*data pull.*data import FILE.*--source api or --source demo/,
    );
    expect(old.stderr[0]).toMatch(/the eol data are 78 h old, more than 48 h: .*--max-age/);
    expect((await line.run(['app', '--max-age', '4d'])).code).toBe(1);
  });

  test('are listed, verified, carried as one file, and cleared of what is no longer current', async () => {
    await importAll();
    await line.run(['data', 'import', 'in/osv.json']);
    const elsewhere = new CommandLine();

    const listed = await line.run(['data', 'status']);
    expect(listed.stdout.split('\n').map((row) => row.split(' ')[0])).toEqual(['eol', 'kev', 'osv', '']);
    expect((await line.run(['data', 'verify'])).stdout.match(/good/g)).toHaveLength(3);
    expect((await line.run(['data', 'export', 'all.data'])).code).toBe(0);
    elsewhere.write('all.data', line.readBytes('all.data')).write('app/.nvmrc', '18\n');
    expect((await elsewhere.run(['data', 'import', 'all.data'])).stderr).toHaveLength(4);
    expect((await elsewhere.run(['app'])).code).toBe(1);
    expect((await line.run(['data', 'gc'])).stderr[0]).toMatch(/^0\.0 MB removed|MB removed$/);
    expect(readdirSync(join(line.folder, '.data', 'blobs'))).toHaveLength(3);
    elsewhere.remove();
  });
});

describe('what is not proven is refused with 4 and changes nothing', () => {
  const altered = (text: string): string => text.replace('2025-04-30', '2035-04-30');

  test.each<[string, () => readonly string[], RegExp]>([
    [
      'a changed fact',
      () => (line.write('in/eol.json', altered(today.eol)), ['in/eol.json', '--keys', 'in/keys.json']),
      /SHA-256/,
    ],
    ['no key', () => ['in/eol.json'], /no key is trusted yet: give the published keys with --keys/],
    [
      'another key',
      () => (line.write('in/eol.json', others.eol), ['in/eol.json', '--keys', 'in/keys.json']),
      /is not among the/,
    ],
    [
      'half of a file',
      () => (line.write('in/eol.json', today.eol.slice(0, 9_999)), ['in/eol.json', '--keys', 'in/keys.json']),
      /no JSON/,
    ],
    [
      'something else',
      () => (line.write('in/x', 'hello'), ['in/x', '--keys', 'in/keys.json']),
      /is no snapshot that can be used: .*no JSON.*; fetch it again/,
    ],
    [
      'a pack of another manifest',
      () => (
        line.write('in/p', Buffer.concat([today.pack!, Buffer.from('x')])),
        ['in/p', '--manifest', 'in/osv-manifest.json', '--keys', 'in/keys.json']
      ),
      /not the pack that its manifest signs/,
    ],
    [
      'keys that are none',
      () => (line.write('in/k', '{"keys":[{}]}'), ['in/eol.json', '--keys', 'in/k']),
      /holds no published keys/,
    ],
    [
      'a list of no keys',
      () => (line.write('in/k', '{"keys":[]}'), ['in/eol.json', '--keys', 'in/k']),
      /holds no published keys \(it holds none\)/,
    ],
    [
      'a broken gzip',
      () => (line.write('in/z', gzipSync(today.eol).subarray(0, 999)), ['in/z', '--keys', 'in/keys.json']),
      /cannot be unpacked/,
    ],
    [
      'a bundle that ends early',
      () => (line.write('in/b', 'stackcheck-data 1\n{}'), ['in/b', '--keys', 'in/keys.json']),
      /no whole bundle/,
    ],
  ])('%s', async (_, args, sentence) => {
    const { code, stderr } = await line.run(['data', 'import', ...args()]);

    expect([code, stderr.at(-1)]).toEqual([4, expect.stringMatching(sentence)]);
    expect((await line.run(['data', 'status'])).code).toBe(4);
    // Nor are keys trusted that proved nothing.
    line.write('in/eol.json', today.eol);
    expect((await line.run(['data', 'import', 'in/eol.json', '--keys', 'in/keys.json'])).code).toBe(0);
  });

  test('a blob that was changed on disk', async () => {
    await importAll();
    const blobs = join(line.folder, '.data', 'blobs');
    for (const name of readdirSync(blobs)) writeFileSync(join(blobs, name), 'changed');
    line.write('app/.nvmrc', '18\n');

    const { code, stderr } = await line.run(['app']);

    expect([code, stderr[0]]).toEqual([
      4,
      expect.stringMatching(/the eol data in .* are not verified: they have another SHA-256/),
    ]);
    const verified = await line.run(['data', 'verify']);
    expect([verified.code, verified.stdout.match(/NOT GOOD/g)]).toEqual([4, ['NOT GOOD', 'NOT GOOD', 'NOT GOOD']]);
    expect((await line.run(['data', 'verify', 'models'])).stderr).toEqual([expect.stringMatching(/no models data/)]);
  });

  test('a blob that was changed on disk, until the same is taken in again', async () => {
    await importAll();
    const blobs = join(line.folder, '.data', 'blobs');
    for (const name of readdirSync(blobs)) writeFileSync(join(blobs, name), 'changed');
    line.write('app/.nvmrc', '18\n');
    await importAll();

    expect((await line.run(['app'])).code).toBe(1);
  });

  test('data of which no key is trusted', async () => {
    await importAll();
    rmSync(join(line.folder, '.data', 'keys.json'));
    line.write('app/.nvmrc', '18\n');

    expect((await line.run(['app'])).stderr[0]).toMatch(/cannot be verified, since no key is trusted; .*--keys FILE/);
  });

  test('an older snapshot than one that was seen', async () => {
    await line.run(['data', 'import', 'in/eol.json', '--keys', 'in/keys.json']);
    const current = join(line.folder, '.data', 'current.json');
    const seen = JSON.parse(line.read('.data/current.json')) as { seen: Record<string, string> };
    seen.seen['eol'] = '2026-11-23T00:00:00Z';
    writeFileSync(current, JSON.stringify(seen));

    const { code, stderr } = await line.run(['data', 'import', 'in/eol.json']);

    expect([code, stderr[0]]).toEqual([
      4,
      expect.stringMatching(/is of 2026-11-22T06:00:.*older than the eol data seen before/),
    ]);
  });

  test('other keys than are trusted, unless that is said', async () => {
    await line.run(['data', 'import', 'in/eol.json', '--keys', 'in/keys.json']);
    line.write('in/others.json', JSON.stringify({ keys: [signerFromPem(generateKeyPem()).publicJwk] }));

    const { code, stderr } = await line.run(['data', 'import', 'in/eol.json', '--keys', 'in/others.json']);

    expect([code, stderr[0]]).toEqual([4, expect.stringMatching(/holds other keys .* if that is right, say --repin/)]);
    expect((await line.run(['data', 'import', 'in/kev.json'])).code).toBe(0);
  });

  test('a key that a trusted one introduced is trusted, and a revoked one no more', async () => {
    await line.run(['data', 'import', 'in/eol.json', '--keys', 'in/keys.json']);
    const [old, next] = [signerFromPem(generateKeyPem()), signerFromPem(generateKeyPem())];
    const ours = { keys: [...today.keys.keys, old.publicJwk] };
    const rotated = withSuccessor(ours, old, next.publicJwk, { nbf: 0, exp: 1 });
    line.write('in/ours.json', JSON.stringify(ours)).write('in/rotated.json', JSON.stringify(rotated));
    line.write(
      'in/after.json',
      JSON.stringify(withRevoked(rotated, [{ kid: old.keyId, revoked_at: 2, reason: 'stolen' }])),
    );
    const importWith = (keys: string, ...more: string[]) =>
      line.run(['data', 'import', 'in/eol.json', '--keys', keys, ...more]);
    await importWith('in/ours.json', '--repin');

    const { code, stderr } = await importWith('in/rotated.json');

    expect([code, stderr[0]]).toEqual([0, expect.stringContaining(`introduced it: ${next.keyId}`)]);
    expect((await importWith('in/after.json')).code).toBe(0);
    expect((await importWith('in/ours.json')).code).toBe(4);
  });
});
