import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignedDelta } from '@stackcheck/datasets/delta';
import { feedBytes, feedWithLatest } from '@stackcheck/datasets/testing';
import { DataFolder } from '../testing/data-folder';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

interface Download {
  data: { manifest: { snapshot_id: string; record_count: number; fetched_at: string }; delta: SignedDelta };
}

// Each check of the recipe is a process of its own.
jest.setTimeout(240_000);

let api: StarterApi;
let data: DataFolder;
const folder = mkdtempSync(join(tmpdir(), 'stackcheck-delta-recipe-'));

beforeAll(async () => {
  api = await startStarterApi({ publish: false });
  data = new DataFolder(api.dataDir, api.clock);
  const page = readFileSync(join(__dirname, '../../../../docs/signing.md'), 'utf8');
  save('apply-delta.mjs', /```js\n(\/\/ apply-delta\.mjs[\s\S]*?)```/.exec(page)![1]!);
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

function save(name: string, content: string): void {
  writeFileSync(join(folder, name), content);
}

async function publish(latest: string): Promise<void> {
  await data.ingest('eol', feedBytes(feedWithLatest(latest)));
  await api.refresh();
}

async function download(since?: string): Promise<string> {
  const query = since === undefined ? '' : `?since=${since}`;
  return (await api.buy('service_eol_snapshot', `/v1/eol/snapshot${query}`)).text();
}

/** Runs the recipe, word for word, on saved files. */
function runRecipe(snapshot: string, delta: string): { code: number | null; said: string; out: string } {
  save('snapshot.json', snapshot);
  save('delta.json', delta);
  const args = ['apply-delta.mjs', 'snapshot.json', 'delta.json', 'jwks.json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return { code: status, said: stderr, out: stdout };
}

const parse = (text: string): Download => JSON.parse(text) as Download;

test("the page's recipe follows a dataset by deltas alone, and refuses any that was changed", async () => {
  await publish('1.0');
  save('jwks.json', await (await fetch(`${api.url}/.well-known/jwks.json`)).text());
  const first = await download();
  const since = parse(first).data.manifest.snapshot_id;

  await publish('2.0');
  const step = await download(since);
  const second = runRecipe(first, step);
  await publish('3.0');
  const third = runRecipe(second.out, await download(parse(step).data.manifest.snapshot_id));

  expect([second.code, third.code]).toEqual([0, 0]);
  expect(JSON.parse(third.out)).toEqual(JSON.parse(await download()));
  const again = await download(parse(third.out).data.manifest.snapshot_id);
  expect(runRecipe(third.out, again)).toEqual({ code: 0, said: '', out: third.out });

  const changed = (change: (download: Download) => void): string => {
    const copy = parse(step);
    change(copy);
    return JSON.stringify(copy);
  };
  const refused: readonly [string, string, RegExp][] = [
    [first, changed(({ data }) => Object.assign(data.delta, { removed: ['php'] })), /delta was changed/],
    [first, changed(({ data }) => Object.assign(data.delta, { to: since })), /leads elsewhere/],
    [first, changed(({ data }) => Object.assign(data.delta, { sha256: '0'.repeat(64) })), /delta was changed/],
    [first, changed(({ data }) => Object.assign(data.delta, { signature: 'A'.repeat(86) })), /signature of the delta/],
    [first, changed(({ data }) => (data.manifest.record_count = 1)), /signature of the manifest/],
    [second.out, step, /the delta is for/],
    [first.replace('"label":"PYTHON"', '"label":"Python"'), step, /not the snapshot/],
  ];
  for (const [snapshot, delta, message] of refused) {
    expect(runRecipe(snapshot, delta)).toMatchObject({ code: 1, said: expect.stringMatching(message) });
  }

  const { keys } = JSON.parse(readFileSync(join(folder, 'jwks.json'), 'utf8')) as { keys: object[] };
  const publishedAt = Math.ceil(Date.parse(parse(step).data.manifest.fetched_at) / 1_000);
  for (const [exp, code] of [
    [publishedAt, 0],
    [publishedAt - 2, 1],
  ] as const) {
    save('jwks.json', JSON.stringify({ keys: keys.map((key) => ({ ...key, exp })) }));
    expect(runRecipe(first, step)).toMatchObject({ code });
  }
});
