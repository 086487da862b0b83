import { cpSync, existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { feedBytes, feedWithLatest } from '@stackcheck/datasets/testing';
import { generateKeyPem, signerFromPem, type Signer } from '@stackcheck/signing';
import { readKeySet } from '@stackcheck/store-sqlite/keys';
import { startBucketServer, type BucketServer } from '../testing/bucket-server';
import { AFTER_SWAP_MS, FollowerHarness } from '../testing/follower-harness';
import { ended, spawnTypeScript } from '../testing/spawn-typescript';
import { WorkerHarness } from '../testing/worker-harness';
import { openCurrent, sealCurrent, type CurrentStatement } from './current-statement';

const DAY_MS = 86_400_000;

/** The publisher, with what it stated first kept next to what it states now. Made once: no test writes to it. */
let publisher: WorkerHarness;
let server: BucketServer;
let older: Buffer;
let newer: Buffer;
let newBlob: string;
let template: FollowerHarness;
let follower: FollowerHarness;

const publish = async (latest: string): Promise<Buffer> => {
  publisher.server.serve(feedBytes(feedWithLatest(latest)), `"${latest}"`);
  expect((await publisher.ingest()).kind).toBe('published');
  return readFileSync(join(publisher.config.publishTo!, 'current.json'));
};

beforeAll(async () => {
  publisher = await WorkerHarness.open();
  publisher.env['PUBLISH_TO'] = join(publisher.folder, 'public');
  server = await startBucketServer(publisher.env['PUBLISH_TO']);
  older = await publish('1.0');
  const current = await publish('1.1');
  template = new FollowerHarness(server.url, publisher.config.keySetFile);
  expect(await template.follow()).toMatchObject({ kind: 'followed' });
  newer = await publish('1.2');
  newBlob = stated(newer).datasets[0]!.snapshots[0]!.content.sha256;
  expect(stated(current).sequence).toBeLessThan(stated(newer).sequence);
});
afterAll(async () => {
  template.close();
  await server.close();
  await publisher.close();
});
beforeEach(() => {
  // Every node begins with the second snapshot.
  follower = new FollowerHarness(server.url, publisher.config.keySetFile);
  cpSync(template.config.dataDir, follower.config.dataDir, { recursive: true });
});
afterEach(() => {
  server.files.clear();
  follower.close();
});

function stated(bytes: Uint8Array): CurrentStatement {
  const opened = openCurrent(bytes, readKeySet(publisher.config.keySetFile));
  if (!opened.ok) throw new Error(opened.fault);
  return opened.statement;
}

const own = (): Signer => signerFromPem(readFileSync(publisher.config.signingKeyFile, 'utf8'));
/** What the publisher's own key would sign, with a member changed. */
const forged = (change: (statement: CurrentStatement) => object, signer = own()): Uint8Array =>
  sealCurrent({ ...stated(newer), ...change(stated(newer)) } as CurrentStatement, signer);
const withEol = (change: object) => (statement: CurrentStatement) => ({
  datasets: statement.datasets.map((each) => ({ ...each, ...change })),
});
const blob = (): Buffer => readFileSync(join(publisher.config.publishTo!, 'blobs', newBlob));
const altered = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes);
  copy[copy.length >> 1]! ^= 1;
  return copy;
};

type Answer = Uint8Array | ((request: IncomingMessage, response: ServerResponse) => void);
const status =
  (code: number, headers = {}): Answer =>
  (_request, response) =>
    void response.writeHead(code, headers).end();
const cut =
  (bytes: () => Uint8Array): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-length': bytes().length });
    response.write(bytes().subarray(0, bytes().length >> 1), () => response.destroy());
  };
const current = 'current.json';
const ofBlob = (): string => `blobs/${newBlob}`;

const ATTACKS: readonly (readonly [string, () => readonly [path: string, answer: Answer], RegExp, number?])[] = [
  ['rollback: an earlier statement', () => [current, older], /older than/],
  ['freeze: a statement that is over', () => [current, newer], /good until/, 4 * DAY_MS],
  ['another key', () => [current, forged(() => ({}), signerFromPem(generateKeyPem()))], /no known key/],
  ['an altered statement', () => [current, altered(newer)], /current\.json/],
  ['a signature over something else', () => [current, swappedPayload()], /no known key/],
  ['mix: a manifest with the blob of another snapshot', () => [current, forged(mixed)], /its blob is not what/],
  [
    'mix: a snapshot of an earlier list as current',
    () => [current, forged(withEol({ current: idOf(older) }))],
    /not its newest/,
  ],
  ['mix: another chain', () => [current, forged(skipped)], /skips a snapshot/],
  ['a list that is none', () => [current, forged(withEol({ removed: 'all' }))], /lists of eol/],
  ['an altered blob', () => [ofBlob(), altered(blob())], /another SHA-256/],
  ['a blob that is too long', () => [ofBlob(), Buffer.concat([blob(), Buffer.of(32)])], /larger than/],
  ['a blob that is too short', () => [ofBlob(), blob().subarray(1)], /bytes, not/],
  ['a blob that breaks off', () => [ofBlob(), cut(blob)], /could not be read/],
  ['a blob that is missing', () => [ofBlob(), status(404)], /answered 404/],
  ['a statement that breaks off', () => [current, cut(() => newer)], /could not be read/],
  ['a server with a fault', () => [current, status(500)], /answered 500/],
  ['a redirect to another host', () => [current, status(302, { location: 'http://127.0.0.2/' })], /another host/],
  [
    'a page',
    () => [current, (_q, r) => void r.writeHead(200, { 'content-type': 'text/html' }).end('<p>')],
    /HTML page/,
  ],
  ['nothing at all', () => [current, Buffer.alloc(0)], /nothing/],
  ['a server that hangs', () => [current, () => undefined], /took too long/],
  ['"not modified" at once', () => [current, status(304)], /never asked/],
];

// Every row whole: jest hands a missing last argument its own callback.
it.each(ATTACKS.map(([name, serve, reason, laterMs = AFTER_SWAP_MS]) => [name, serve, reason, laterMs] as const))(
  '%s changes nothing but what is said of it',
  async (_name, serve, reason, laterMs) => {
    const before = (await follower.served())[0]!;
    const [path, answer] = serve();
    server.files.set(path, answer);

    expect(await follower.follow(['eol'], { laterMs })).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(reason) as string,
    });
    const { refusal, ...after } = (await follower.served())[0]!;
    expect({ ...after, refusal: null }).toEqual(before);
    expect(refusal).toMatch(reason);

    server.files.clear();
    expect(await follower.follow()).toMatchObject({ kind: 'followed', swapped: [idOf(newer)] });
    expect((await follower.served())[0]!.refusal).toBeNull();
  },
);

it('killed at any moment serves the old snapshot or the new one, and goes on', async () => {
  // The statement of a publisher a minute ago: what it lists is to be served now.
  server.files.set(current, forged(withEol({ serve_from: new Date().toISOString() })));
  const main = join(__dirname, '../main.ts');
  for (const afterMs of [700, 1_000, 1_300]) {
    const child = spawnTypeScript(main, ['--once', 'eol'], follower.env);
    setTimeout(() => child.kill('SIGKILL'), afterMs);
    await ended(child);
    const [served] = await follower.served();
    expect(served!.loadFault).toBeNull();
    expect(served!.answer).toBeDefined();
  }
  // The lease of one that was killed runs out; a clock that is ahead stands for the wait.
  expect(await follower.follow(['eol'], { laterMs: 120_000 })).toMatchObject({ kind: 'followed' });
  expect((await follower.served())[0]!.answer).toContain(idOf(newer));
  expect(existsSync(follower.config.signingKeyFile)).toBe(false);
});

function idOf(bytes: Uint8Array): string {
  return stated(bytes).datasets[0]!.current;
}

function mixed(statement: CurrentStatement): object {
  const [eol] = statement.datasets;
  const [first, second, ...rest] = eol!.snapshots;
  return withEol({ snapshots: [{ ...first, content: second!.content }, second, ...rest] })(statement);
}

function skipped(statement: CurrentStatement): object {
  const [first, , ...rest] = statement.datasets[0]!.snapshots;
  return withEol({ snapshots: [first, ...rest] })(statement);
}

/** The signature of the newer statement over the payload of the older one. */
function swappedPayload(): Uint8Array {
  const [one, two] = [older, newer].map((bytes) => JSON.parse(bytes.toString()) as { payload: string });
  return Buffer.from(JSON.stringify({ ...two, payload: one!.payload }));
}
