import { spawnSync } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseKeySet, verifyAnswer } from '@stackcheck/signing';
import { startStarterApi, TEST_BASE_URL, type StarterApi } from '../testing/starter-api';

let api: StarterApi;
const folder = mkdtempSync(join(tmpdir(), 'stackcheck-recipe-'));

beforeAll(async () => {
  api = await startStarterApi();
  const readme = readFileSync(join(__dirname, '../../../../README.md'), 'utf8');
  const [, recipe] = /```js\n(\/\/ verify\.mjs[\s\S]*?)```/.exec(readme)!;
  save('verify.mjs', recipe!);
  for (const dataset of ['eol', 'kev', 'osv', 'epss']) {
    save(`${dataset}.json`, await (await fetch(`${api.url}/v1/${dataset}/manifest`)).text());
  }
  save('jwks.json', await (await fetch(`${api.url}/.well-known/jwks.json`)).text());
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

function save(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return name;
}

const saved = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** An answer as it was bought, with everything that it can be checked against. */
interface Bought {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly manifests: readonly string[];
}

async function bought(
  operationId: string,
  target: string,
  manifests: readonly string[],
  body?: object,
): Promise<Bought> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await api.buy(operationId, target, body === undefined ? undefined : init);
  const headers = Object.fromEntries(response.headers);
  return { url: TEST_BASE_URL + target, headers, body: await response.text(), manifests };
}

function run(...args: readonly string[]): { code: number | null; said: string } {
  const { status, stdout } = spawnSync(process.execPath, ['verify.mjs', ...args], { cwd: folder, encoding: 'utf8' });
  return { code: status, said: stdout };
}

/** Runs the README's recipe, word for word, on saved files, and asks the library the same. */
function verdicts({ url, headers, body, manifests }: Bought, jwks = 'jwks.json') {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const { code, said } = run(
    url,
    save('headers.txt', `HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`),
    save('answer.json', body),
    jwks,
    ...manifests.map((manifest, at) => save(`manifest-${at}.json`, manifest)),
  );
  const { proven, claims } = verifyAnswer({
    url,
    headers,
    body: Buffer.from(body),
    manifests: manifests.map((manifest) => JSON.parse(manifest) as unknown),
    keys: parseKeySet(saved(jwks)),
  });
  return { recipe: code, said, library: proven, claims };
}

const STACK = {
  items: [{ product: 'nodejs', version: '18' }],
  images: ['python:3.12-slim-bookworm'],
  cves: ['CVE-2021-44228'],
  packages: ['pkg:npm/lodash@4.17.15'],
};

describe("the README's recipe and verifyAnswer", () => {
  const product = () => bought('service_eol_product', '/v1/eol/nodejs', [saved('eol.json')]);

  test.each<[string, () => Promise<Bought>, number]>([
    ['a product', product, 1],
    ['an image', () => bought('service_eol_image', '/v1/eol/image?image=node:24-bookworm', [saved('eol.json')]), 1],
    [
      'CVEs that scores and advisories were joined to',
      () =>
        bought('service_kev_check', '/v1/kev/check', [saved('epss.json'), saved('osv.json'), saved('kev.json')], {
          cves: STACK.cves,
        }),
      3,
    ],
    [
      'a stack of three datasets',
      () =>
        bought(
          'service_stack_check',
          '/v1/stack/check',
          ['osv', 'eol', 'kev'].map((id) => saved(`${id}.json`)),
          STACK,
        ),
      3,
    ],
  ])('both prove an answer about %s, its body and its data, by two keys', async (_what, buy, snapshots) => {
    const { recipe, library, said, claims } = verdicts(await buy());

    expect({ recipe, library }).toEqual({ recipe: 0, library: true });
    expect(said.trim().split('\n')).toHaveLength(1 + snapshots);
    expect(claims.map(({ subject }) => subject)).toEqual(['receipt', ...Array<string>(snapshots).fill('snapshot')]);
    const [receiptKey, ...dataKeys] = claims.map(({ keyId }) => keyId);
    expect(new Set(dataKeys).size).toBe(1);
    expect(dataKeys).not.toContain(receiptKey);
  });

  test.each<[string, (answer: Bought) => Bought]>([
    [
      'the end of a cycle is another day',
      (answer) => ({ ...answer, body: answer.body.replace(/"eol":"\d{4}/, '"eol":"2099') }),
    ],
    ['a space was added', (answer) => ({ ...answer, body: `${answer.body} ` })],
    ['it was asked under another URL', (answer) => ({ ...answer, url: `${answer.url}?x=1` })],
    ...['sha256', 'snapshot_id', 'as_of', 'signature', 'source'].map((name): [string, (answer: Bought) => Bought] => [
      `its meta.${name} was changed`,
      (answer) => ({ ...answer, body: answer.body.replace(new RegExp(`("${name}":"[^"]*)[^"]"`), '$1?"') }),
    ]),
    ...['content-digest', 'signature', 'signature-input', 'payment-response'].flatMap(
      (name): [string, (answer: Bought) => Bought][] => [
        [
          `its ${name} was changed`,
          (answer) => withHeader(answer, name, answer.headers[name]!.replace(/[a-z0-9](?=.{3})/i, '?')),
        ],
        [`its ${name} was left out`, (answer) => withHeader(answer, name, undefined)],
      ],
    ),
    ...['record_count', 'source_url', 'starter', 'prev_snapshot_id', 'fetched_at', 'sha256', 'licence'].map(
      (name): [string, (answer: Bought) => Bought] => [
        `the manifest's ${name} was changed`,
        (answer) => withMember(answer, name),
      ],
    ),
    ['the manifest is of another dataset', (answer) => ({ ...answer, manifests: [saved('kev.json')] })],
  ])('neither proves an answer when %s', async (_what, change) => {
    const honest = await product();
    const changed = change(honest);
    expect(changed).not.toEqual(honest);

    const { recipe, library } = verdicts(changed);

    expect({ recipe, library }).toEqual({ recipe: 1, library: false });
  });

  const createdAt = ({ headers }: Bought) => Number(/;created=(\d+)/.exec(headers['signature-input']!)![1]);
  const fetchedAt = ({ manifests }: Bought) => {
    const { manifest } = (JSON.parse(manifests[0]!) as { data: { manifest: { fetched_at: string } } }).data;
    return Math.floor(Date.parse(manifest.fetched_at) / 1_000);
  };
  test.each<[string, number, (answer: Bought) => number, boolean]>([
    ['of the receipt in the second of its end', 0, createdAt, true],
    ['of the receipt after its end', 0, (answer) => createdAt(answer) - 1, false],
    ['of the data a second before its end', 1, (answer) => fetchedAt(answer) + 1, true],
    ['of the data after its end', 1, (answer) => fetchedAt(answer) - 1, false],
  ])('both heed the end of a retired key: a signature %s', async (_what, which, endOf, holds) => {
    const answer = await product();
    const kid = verdicts(answer).claims[which]!.keyId;
    const { keys } = JSON.parse(saved('jwks.json')) as { keys: readonly { kid: string }[] };
    const ended = keys.map((key) => (key.kid === kid ? { ...key, exp: endOf(answer) } : key));

    const { recipe, library } = verdicts(answer, save('ended.json', JSON.stringify({ keys: ended })));

    expect({ recipe, library }).toEqual({ recipe: holds ? 0 : 1, library: holds });
  });

  function withHeader(answer: Bought, name: string, value: string | undefined): Bought {
    const { [name]: _left, ...rest } = answer.headers;
    return { ...answer, headers: value === undefined ? rest : { ...rest, [name]: value } };
  }

  function withMember(answer: Bought, name: string): Bought {
    const { manifest } = (JSON.parse(answer.manifests[0]!) as { data: { manifest: object } }).data;
    return { ...answer, manifests: [JSON.stringify({ data: { manifest: { ...manifest, [name]: 'changed' } } })] };
  }

  test('the recipe says how to call it', () => {
    const { status, stderr } = spawnSync(process.execPath, ['verify.mjs'], { cwd: folder, encoding: 'utf8' });

    expect(status).toBe(2);
    expect(stderr).toMatch(/^usage: node verify\.mjs URL headers\.txt answer\.json jwks\.json manifest\.json/);
  });

  test.each(['/v1/eol/snapshot', '/v1/osv/snapshot'])(
    'the recipe ends after the receipt of a download of %s, and says what it verified',
    async (target) => {
      const download = await bought(`service_${target.split('/')[2]}_snapshot`, target, [saved('eol.json')]);

      const { recipe, said } = verdicts(download);

      expect(recipe).toBe(0);
      expect(said.trim().split('\n')).toEqual([
        expect.stringMatching(/^good: the answer, key /),
        expect.stringMatching(/^verified: the bytes of this download/),
      ]);
      expect(verdicts({ ...download, body: `${download.body} ` }).recipe).toBe(1);
    },
  );

  test('verifyAnswer proves a downloaded snapshot and its content, and not a changed one', async () => {
    const download = await bought('service_eol_snapshot', '/v1/eol/snapshot', []);
    const verified = (body: string) =>
      verifyAnswer({ ...download, body: Buffer.from(body), manifests: [], keys: parseKeySet(saved('jwks.json')) });

    expect(verified(download.body)).toMatchObject({
      proven: true,
      claims: [{ subject: 'receipt' }, { subject: 'snapshot' }, { subject: 'content' }],
    });
    const changed = verified(download.body.replace('"nodejs"', '"nodejz"'));
    expect(changed.claims.map(({ subject, proven }) => `${subject} ${proven}`)).toEqual([
      'receipt false',
      'snapshot true',
      'content false',
    ]);
  });
});

test('a receipt verifies with the published key, over status, digest, URL and settlement', async () => {
  const target = '/v1/eol/image?image=node:24';
  const response = await api.buy('service_eol_image', target);
  const body = Buffer.from(await response.arrayBuffer());
  const header = (name: string): string => response.headers.get(name)!;
  const { keys } = JSON.parse(readFileSync(join(folder, 'jwks.json'), 'utf8')) as {
    keys: { kid: string; kty: string }[];
  };
  const [, parameters, keyId] = /^receipt=(.*;keyid="([^"]+)".*)$/.exec(header('signature-input'))!;
  const [, signature] = /^receipt=:(.+):$/.exec(header('signature'))!;

  const base = (status: number): Buffer =>
    Buffer.from(
      `"@status": ${status}\n"content-digest": ${header('content-digest')}\n"@target-uri";req: ${TEST_BASE_URL}${target}\n` +
        `"payment-response": ${header('payment-response')}\n"@signature-params": ${parameters}`,
    );
  const key = createPublicKey({ key: keys.find(({ kid }) => kid === keyId)!, format: 'jwk' });

  expect(header('content-digest')).toBe(`sha-256=:${createHash('sha256').update(body).digest('base64')}:`);
  expect(verify(null, base(200), key, Buffer.from(signature!, 'base64'))).toBe(true);
  expect(verify(null, base(201), key, Buffer.from(signature!, 'base64'))).toBe(false);
});
