import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { KeySet } from '@stackcheck/signing';
import { answerMeta, type AnswerMeta } from '../serve/answer-meta';
import type { Manifest } from '../snapshot/snapshot';
import { IngestHarness } from '../testing';

type VerifyMeta = (meta: AnswerMeta, manifest: Manifest, jwks: KeySet) => boolean;

const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
const recipe = /```js verify\n([^]*?)```/.exec(readme)![1]!;
// The recipe as a reader would paste it, with nothing of ours but the text.
const verifyMeta = new Function('require', `${recipe}; return verifyMeta;`)(createRequire(__filename)) as VerifyMeta;

describe("the README's recipe", () => {
  it('fits on a page', () => {
    expect(recipe.trim().split('\n').length).toBeLessThanOrEqual(20);
  });

  it('accepts the metadata of answers and refuses any other', async () => {
    const harness = new IngestHarness();
    const manifest = await harness.published('1.0');
    const jwks = { keys: [harness.signer.publicJwk] };
    const time = { nowMs: harness.clock.now(), stale: false };

    for (const scope of [null, 'image']) {
      const meta = answerMeta(manifest, scope, time);
      expect(verifyMeta(meta, manifest, jwks)).toBe(true);
      for (const member of ['dataset', 'as_of', 'source', 'licence', 'attribution', 'sha256'] as const) {
        expect(verifyMeta({ ...meta, [member]: 'other' }, manifest, jwks)).toBe(false);
      }
      expect(verifyMeta(meta, { ...manifest, record_count: 1 }, jwks)).toBe(false);
      expect(verifyMeta(meta, manifest, { keys: [new IngestHarness().signer.publicJwk] })).toBe(false);
    }
  });
});
