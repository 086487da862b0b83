import { spawnSync } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStarterApi, TEST_BASE_URL, type StarterApi } from '../testing/starter-api';

let api: StarterApi;
const folder = mkdtempSync(join(tmpdir(), 'stackcheck-recipe-'));

beforeAll(async () => {
  api = await startStarterApi();
  const readme = readFileSync(join(__dirname, '../../../../README.md'), 'utf8');
  const [, recipe] = /```js\n(\/\/ verify\.mjs[\s\S]*?)```/.exec(readme)!;
  save('verify.mjs', recipe!);
  save('manifest.json', await (await fetch(`${api.url}/v1/eol/manifest`)).text());
  save('jwks.json', await (await fetch(`${api.url}/.well-known/jwks.json`)).text());
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

function save(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return name;
}

/** Runs the README's recipe, word for word, on saved files. */
function runRecipe(answer: string, manifest = 'manifest.json'): { code: number | null; said: string } {
  const { status, stdout } = spawnSync(process.execPath, ['verify.mjs', answer, manifest, 'jwks.json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { code: status, said: stdout };
}

describe("the README's recipe", () => {
  test.each([
    ['service_eol_product', '/v1/eol/nodejs'],
    ['service_eol_image', '/v1/eol/image?image=node:24-bookworm'],
  ])('verifies an answer of %s', async (operationId, target) => {
    const answer = save('answer.json', await (await api.buy(operationId, target)).text());

    expect(runRecipe(answer)).toEqual({ code: 0, said: expect.stringMatching(/^good: eol-/) });
  });

  test.each(['sha256', 'snapshot_id', 'as_of', 'signature'])(
    'refuses an answer whose meta.%s was changed',
    async (field) => {
      const answer = (await (await api.buy('service_eol_product', '/v1/eol/nodejs')).json()) as {
        meta: Record<string, string>;
      };
      answer.meta[field] = answer.meta[field]!.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));

      expect(runRecipe(save('changed.json', JSON.stringify(answer))).code).not.toBe(0);
    },
  );

  test.each(['record_count', 'source_url', 'starter', 'prev_snapshot_id'])(
    'refuses a manifest whose %s was changed',
    async (field) => {
      const answer = save('answer.json', await (await api.buy('service_eol_product', '/v1/eol/nodejs')).text());
      const document = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
        data: { manifest: Record<string, unknown> };
      };
      document.data.manifest[field] = 'changed';

      expect(runRecipe(answer, save('changed-manifest.json', JSON.stringify(document))).code).not.toBe(0);
    },
  );
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
