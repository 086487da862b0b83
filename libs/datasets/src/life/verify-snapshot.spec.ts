import fc from 'fast-check';
import { eolDataset } from '../eol/dataset';
import type { EolSnapshot } from '../eol/records';
import { IngestHarness } from '../testing';
import { verifySnapshot } from './verify-snapshot';

describe('a change of one byte', () => {
  it('is refused wherever it happens, in the content or in the manifest (1,000 of them)', async () => {
    const harness = new IngestHarness();
    const { snapshot_id: id } = await harness.published('1.0');
    const stored = harness.store.find('eol', id)!;
    const manifest = new TextEncoder().encode(JSON.stringify(stored.manifest));
    let refused = 0;

    const verdictOf = (part: 'content' | 'manifest', changed: Uint8Array): boolean => {
      if (part === 'content')
        return verifySnapshot<EolSnapshot>(eolDataset, { ...stored, content: changed }, harness.verifiers).ok;
      try {
        const parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(changed)) as typeof stored.manifest;
        return verifySnapshot<EolSnapshot>(eolDataset, { ...stored, manifest: parsed }, harness.verifiers).ok;
      } catch (error) {
        // Only text that is no JSON at all may throw; the verdict itself never does.
        if (
          (error as Error).name === 'SyntaxError' ||
          (error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
        )
          return false;
        throw error;
      }
    };

    for (const [part, bytes] of [
      ['content', stored.content],
      ['manifest', manifest],
    ] as const) {
      fc.assert(
        fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
          const changed = new Uint8Array(bytes);
          changed[at]! ^= flip;
          expect(verdictOf(part, changed)).toBe(false);
          refused += 1;
        }),
        { numRuns: 500 },
      );
      expect(verdictOf(part, bytes)).toBe(true);
    }

    expect(refused).toBeGreaterThanOrEqual(1_000);
  });
});
