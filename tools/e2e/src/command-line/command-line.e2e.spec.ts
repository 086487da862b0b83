import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { appsAreBuilt } from '../processes/built-app';
import { ROOT } from '../service/repository';
import { Scratch } from '../service/scratch';
import { PROGRAM, startServiceAndFolder, type ServiceAndFolder } from './service-and-folder';

jest.setTimeout(400_000);

const INPUTS = join(process.env['CORPORA_DIR'] ?? join(ROOT, '..', 'shared', 'corpora'), 'inputs');
/** Caps that a test does not meet. */
const RICH = ['--max-usd', '1000', '--max-usd-per-day', '1000', '--max-usd-per-call', '1'];
/** Starter data have an age. */
const OFFLINE = ['--max-age', '9999d'];

interface Found {
  readonly verdict: string;
  readonly findings: readonly Record<string, unknown>[];
  readonly summary: object;
  readonly snapshots: readonly { readonly snapshot_id: string }[];
}

const isFull = process.env['CAMPAIGN'] === 'full';
const inFull = isFull ? it : it.skip;

(appsAreBuilt() && existsSync(PROGRAM) ? describe : describe.skip)(
  'the command line and the service (need `npm run build`)',
  () => {
    const scratch = new Scratch();
    let stage: ServiceAndFolder;
    beforeAll(async () => {
      stage = await startServiceAndFolder(scratch);
      stage.write('app/Dockerfile', 'FROM node:18-alpine AS build\nFROM python:3.7\n');
      stage.write('app/.nvmrc', '20\n');
      stage.write('app/requirements.txt', 'django==3.2.0\nrequests==2.19.0\nno-such-package-anywhere==1.0\n');
    });
    afterAll(() => scratch.clear());

    const check = async (...args: readonly string[]): Promise<Found> => {
      const { stdout, stderr } = await stage.run(['check', ...args, '--format', 'json']);
      if (stdout === '') throw new Error(stderr);
      return JSON.parse(stdout) as Found;
    };

    it('says the bill, buys the snapshots once, and pays nothing for them again', async () => {
      const quote = await stage.run(['quote', 'app']);
      const refused = await stage.run(['data', 'pull']);
      const afterwards = await stage.run(['data', 'status']);
      const bought = await stage.run(['data', 'pull', ...RICH]);
      const again = await stage.run(['data', 'pull', ...RICH]);

      expect(quote).toMatchObject({ code: 0, stdout: '1 call of /v1/stack/check: 0.03 USD\n' });
      expect([refused.code, refused.stderr]).toEqual([
        5,
        expect.stringMatching(
          /= 0\.60 USD\n.*more than the caps leave: 0\.05 for a call of 0\.50 USD \(--max-usd-per-call\), 0\.50 for this run \(--max-usd\)/,
        ),
      ]);
      expect([refused.stderr.includes('paid /'), afterwards.code]).toEqual([false, 4]);
      expect([bought.code, bought.stderr]).toEqual([
        0,
        expect.stringContaining('eol 0.05 + kev 0.05 + osv 0.50 = 0.60 USD'),
      ]);
      expect(again.stderr.match(/is still the newest/g)).toHaveLength(3);
      expect(again.stderr).not.toContain('paid');
    });

    it('finds offline what the service finds, word for word, by the same snapshots', async () => {
      const offline = await check('app', ...OFFLINE);
      const paid = await check('app', '--source', 'api', ...RICH);

      expect(offline.findings.length).toBeGreaterThan(4);
      expect({ ...paid, snapshots: [] }).toEqual({ ...offline, source: 'api', snapshots: [] });
      expect(paid.snapshots.map((each) => each.snapshot_id).sort()).toEqual(
        offline.snapshots.map((each) => each.snapshot_id).sort(),
      );
    });

    (existsSync(INPUTS) ? it : it.skip)('does so for published inputs (CORPORA_DIR)', async () => {
      let compared = 0;
      for (const [folder, inputs] of publishedInputs()) {
        for (const { file, path } of inputs) {
          stage.write(`published/${file.replace(/\.[^/]*$/, '')}/${basename(path)}`, readFileSync(join(INPUTS, file)));
        }
        const offline = await check(`published/${folder}`, ...OFFLINE, '--no-dev');
        const paid = await check(`published/${folder}`, '--source', 'api', '--no-dev', ...RICH);

        expect([folder, paid.verdict]).toEqual([folder, offline.verdict]);
        // What the service knows nothing about costs nothing; that doubt is put into words by the command line.
        if (paid.snapshots.length === 0) continue;
        expect([folder, byText(paid.findings)]).toEqual([folder, byText(offline.findings)]);
        compared += inputs.length;
      }
      expect(compared).toBeGreaterThan(0);
    });

    it('without a network, a key or a native module answers as before', async () => {
      const { code, stdout } = await stage.run(['app', ...OFFLINE], {
        STACKCHECK_URL: 'http://127.0.0.1:9',
        STACKCHECK_KEY_FILE: '/nonexistent',
      });

      expect([code, stdout]).toEqual([1, expect.stringMatching(/Dockerfile:1/)]);
    });

    inFull('never says its key, whatever fails (CAMPAIGN=full)', async () => {
      const key = readFileSync(stage.env['STACKCHECK_KEY_FILE']!, 'utf8').slice(2);
      const outputs = [
        await stage.run(['app', '--source', 'api', '--url', 'http://127.0.0.1:9']),
        await stage.run(['app', '--source', 'api', '--network', 'eip155:8453']),
        await stage.run(['app', '--source', 'api', '--pay-to', '0x0000000000000000000000000000000000000001']),
        await stage.run(['app', '--source', 'api', '--max-usd-per-call', '0.001']),
      ];

      expect(outputs.map(({ code }) => code)).toEqual([5, 5, 5, 5]);
      expect(JSON.stringify(outputs)).not.toContain(key);
    });
  },
);

const USUAL = ['deploy/compose', 'deploy/dockerfile', 'lockfiles/npm', 'sboms/cyclonedx'];

interface Published {
  readonly file: string;
  /** Where its project has it. */
  readonly path: string;
  readonly bytes: number;
}

/** The first of a few folders, which are small; with CAMPAIGN=full all of all, by the folders of those, so that few processes start. */
function publishedInputs(): ReadonlyMap<string, readonly Published[]> {
  const all = JSON.parse(readFileSync(join(INPUTS, 'manifest.json'), 'utf8')) as readonly Published[];
  const folders = new Map<string, Published[]>();
  for (const each of all) {
    const folder = dirname(each.file);
    const isUsual = USUAL.includes(folder) && each.bytes < 40_000 && !folders.has(folder);
    const checked = isFull ? dirname(folder) : folder;
    if (isFull || isUsual) folders.set(checked, [...(folders.get(checked) ?? []), each]);
  }
  return folders;
}

/**
 * Findings as texts. Doubt about what a call knew nothing of, which costs nothing, is put into words by the command line, but for which
 * version of which product a package may be.
 */
function byText(findings: readonly Record<string, unknown>[]): readonly string[] {
  const isDoubt = ({ code }: Record<string, unknown>): boolean =>
    /^(unresolved|unknown|lifecycle_unknown)/.test(String(code));
  return findings
    .filter(({ code }) => code !== 'unknown_item')
    .map((each) => JSON.stringify(isDoubt(each) ? [each['key']] : each))
    .sort();
}
