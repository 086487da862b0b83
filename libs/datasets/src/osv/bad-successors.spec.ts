import fc from 'fast-check';
import { openIndex } from './live-advisories';
import { AdvisoryHarness } from './testing/advisory-harness';
import { place, someAdvisory } from './testing/advisories';
import { bytesOf, type MemoryBucket } from './testing/memory-bucket';
import { toRaw } from './testing/small-bucket';

let harness: AdvisoryHarness;
beforeEach(() => {
  harness = new AdvisoryHarness();
});

/** A record about a package of its own. */
const plain = (id = 'GHSA-zzzz-0000-0001') => toRaw(someAdvisory(id, { packages: [place('npm', 'left-pad')] }));

describe('a successor of a good snapshot', () => {
  const many = (bucket: MemoryBucket, count: number) => {
    for (let n = 0; n < count; n += 1) bucket.put('npm', plain(`GHSA-zzzz-${n}`));
  };

  it('is refused when an ecosystem lost more than a tenth, which is named', async () => {
    many(harness.bucket, 100);
    await harness.published();
    harness.clock.advance(24 * 3_600_000);
    for (let n = 0; n < 20; n += 1) harness.bucket.folders.get('npm')!.delete(`GHSA-zzzz-${n}`);
    for (let n = 0; n < 50; n += 1) {
      harness.bucket.put('PyPI', toRaw(someAdvisory(`GHSA-yyyy-${n}`, { packages: [place('PyPI', 'left-pad')] })));
    }

    const outcome = await harness.publish();

    expect(outcome).toMatchObject({ kind: 'refused', rules: ['shrunken'] });
    expect('reason' in outcome && outcome.reason).toMatch(
      /advisories of npm where the last snapshot has \d+; a loss of at most 10 %/,
    );
  });

  it('may be published all the same by anyone who looked at it', async () => {
    many(harness.bucket, 100);
    await harness.published();
    harness.clock.advance(24 * 3_600_000);
    for (let n = 0; n < 50; n += 1) harness.bucket.folders.get('npm')!.delete(`GHSA-zzzz-${n}`);
    const outcome = await harness.publish();

    const sha256 = outcome.kind === 'refused' ? outcome.sha256 : null;

    expect(await harness.publish({ acceptSha256: sha256 })).toMatchObject({ kind: 'published', manifest: { sha256 } });
  });

  it('is refused when an ecosystem is not listed any more', async () => {
    await harness.published();
    harness.bucket.folders.delete('Hex');

    const outcome = await harness.publish();

    expect('reason' in outcome && outcome.reason).toMatch(/0 advisories of Hex where the last snapshot has 2/);
  });

  it('never replaces a good one when anything breaks off in the middle', async () => {
    const first = await harness.published();
    let at = 0;
    for (const crashAt of Array.from({ length: 14 }, (_, n) => n)) {
      harness.clock.advance(24 * 3_600_000);
      harness.bucket.put('npm', plain(`GHSA-zzzz-${crashAt}`));
      at = 0;
      const crash = <Target extends object>(target: Target): Target =>
        new Proxy(target, {
          get(object, name) {
            const value: unknown = Reflect.get(object, name, object);
            if (typeof value !== 'function') return value;
            return (...args: unknown[]): unknown => {
              at += 1;
              if (at === crashAt) throw new Error('the power is gone');
              const result: unknown = (value as (...given: unknown[]) => unknown).apply(object, args);
              return name === 'create' ? crash(result as object) : result;
            };
          },
        });
      const before = harness.current();

      await harness.publish({ advisoryFiles: crash(harness.files), store: harness.store }).catch(() => undefined);

      const after = harness.current();
      const opened = await openIndex(after, harness.files, harness.verifiers);
      expect({ crashAt, ok: opened.ok }).toEqual({ crashAt, ok: true });
      if (crashAt > 0 && at === crashAt) expect(after.manifest.snapshot_id).toBe(before.manifest.snapshot_id);
      harness.store.releaseLease({ dataset: 'osv', owner: 'worker', token: 0 });
    }
    expect(harness.current().manifest.snapshot_id).not.toBe(first.snapshot_id);
  });
});

describe('changes at random', () => {
  it('never publish a denied canary, and never break off with anything but a reason', async () => {
    const good = new AdvisoryHarness().bucket;
    const files = [...good.folders].flatMap(([ecosystem, folder]) =>
      [...folder.keys()].map((id) => [ecosystem, id] as const),
    );
    const spoil = fc.record({
      which: fc.integer({ min: 0, max: files.length - 1 }),
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      with: fc.oneof(
        fc.constantFrom('', '"', '{', '}', '[', ']', ',', '\\', '0', 'null', '1e999'),
        fc.string({ maxLength: 4 }),
      ),
      remove: fc.integer({ min: 0, max: 40 }),
    });

    await fc.assert(
      fc.asyncProperty(fc.array(spoil, { minLength: 1, maxLength: 4 }), async (changes) => {
        const spoilt = new AdvisoryHarness();
        const packed = new Map<string, { name: string; content: Uint8Array }[]>();
        for (const [ecosystem, folder] of spoilt.bucket.folders) {
          packed.set(
            ecosystem,
            [...folder.values()].map((record) => ({ name: `${record.id}.json`, content: bytesOf(record) })),
          );
        }
        for (const change of changes) {
          const [ecosystem, id] = files[change.which]!;
          const file = packed.get(ecosystem)!.find(({ name }) => name === `${id}.json`)!;
          const text = Buffer.from(file.content).toString();
          const at = Math.floor(text.length * change.at);
          file.content = Buffer.from(text.slice(0, at) + change.with + text.slice(at + change.remove));
        }
        for (const [ecosystem, dump] of packed) spoilt.bucket.instead.set(`${ecosystem}/all.zip`, dump);

        const outcome = await spoilt.publish();

        if (outcome.kind === 'published') {
          const opened = await openIndex(spoilt.current(), spoilt.files, spoilt.verifiers);
          expect(opened.ok).toBe(true);
        } else {
          expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/\w+: /) as string });
        }
      }),
      { numRuns: 25 },
    );
  });
});
