import { checkPurls } from '@stackcheck/osv-core';
import { publishStarter } from '../publish/publish-starter';
import { resealCurrent } from '../publish/reseal';
import { rollbackTo } from '../publish/rollback';
import { osvDataset } from './dataset';
import { loadIndex, openIndex } from './live-advisories';
import type { AdvisoryFiles } from '../store/advisory-files';
import { place, someAdvisory } from './testing/advisories';
import { AdvisoryHarness } from './testing/advisory-harness';
import { toRaw } from './testing/small-bucket';

let harness: AdvisoryHarness;
beforeEach(() => {
  harness = new AdvisoryHarness();
});

const HOUR_MS = 3_600_000;
const fresh = (id: string, modified: string) =>
  toRaw(someAdvisory(id, { modified, packages: [place('npm', 'left-pad')] }));
const idsOf = async (purl: string) => {
  const [result] = checkPurls(await harness.index(), [purl]).results;
  return result?.checked ? result.vulnerabilities.map(({ id }) => id) : result?.reason;
};

describe('the starter of package advisories', () => {
  const deps = () => harness.deps();

  it('is published where there is nothing, is kept, and gives way to real data', async () => {
    const first = await publishStarter(osvDataset, deps());
    const second = await publishStarter(osvDataset, deps());
    await harness.published();
    const third = await publishStarter(osvDataset, deps());

    expect(first).toMatchObject({ kind: 'published', manifest: { starter: true } });
    expect([second.kind, third.kind]).toEqual(['kept', 'kept']);
    expect(harness.current().manifest.starter).toBe(false);
  });

  it('calls nothing clean that it does not name', async () => {
    await publishStarter(osvDataset, deps());

    expect(await idsOf('pkg:npm/lodash@4.17.20')).toHaveLength(2);
    expect(await idsOf('pkg:npm/left-pad@1.0.0')).toBe('no_data');
  });

  it('is published again where its file is gone', async () => {
    await publishStarter(osvDataset, deps());
    harness.files.files.clear();

    await publishStarter(osvDataset, deps());

    expect(await idsOf('pkg:npm/lodash@4.17.20')).toHaveLength(2);
  });
});

describe('a stored snapshot of package advisories', () => {
  beforeEach(() => harness.published());
  const faultOf = async (
    change: (stored: ReturnType<AdvisoryHarness['current']>) => ReturnType<AdvisoryHarness['current']>,
  ) => {
    const opened = await openIndex(change(harness.current()), harness.files, harness.verifiers);
    return opened.ok ? undefined : opened.fault;
  };
  const otherFile = () => {
    const builder = harness.files.create();
    builder.put(someAdvisory('GHSA-1'));
    return builder.finish();
  };

  it('is served as it is', async () => {
    expect(await faultOf((stored) => stored)).toBeUndefined();
  });

  it('is not served with another index than was signed', async () => {
    const file = otherFile();
    const document = JSON.parse(Buffer.from(harness.current().content).toString()) as object;
    const content = Buffer.from(JSON.stringify({ ...document, file }));

    expect(await faultOf((stored) => ({ ...stored, content }))).toBe(
      'it names an index file that its signature does not',
    );
  });

  it.each<[string, (stored: ReturnType<AdvisoryHarness['current']>) => ReturnType<AdvisoryHarness['current']>, string]>(
    [
      [
        'another digest',
        (stored) => ({ ...stored, manifest: { ...stored.manifest, sha256: '0'.repeat(64) } }),
        'its id does not follow',
      ],
      [
        'another count',
        (stored) => ({ ...stored, manifest: { ...stored.manifest, record_count: 7 } }),
        'signature does not verify',
      ],
      ['no document', (stored) => ({ ...stored, content: Buffer.from('x') }), 'another version'],
      ['no statement', (stored) => ({ ...stored, manifest: { ...stored.manifest, scopes: [] } }), 'does not'],
    ],
  )('is not served with %s', async (_what, change, fault) => {
    expect(await faultOf(change)).toContain(fault);
  });

  it('whose index cannot be asked leaves no file open', async () => {
    let closed = 0;
    const open: AdvisoryFiles['open'] = async (file) => ({
      ...(await harness.files.open(file)),
      hitsAfter: () => {
        throw new Error('the disk is gone');
      },
      close: () => {
        closed += 1;
      },
    });
    const files: Pick<AdvisoryFiles, 'open'> = { open };

    await expect(loadIndex(harness.current(), files, harness.verifiers)).rejects.toThrow('the disk is gone');

    expect(closed).toBe(1);
  });

  it('is not served without its file', async () => {
    harness.files.files.clear();

    expect(await faultOf((stored) => stored)).toBe('its index file is missing');
  });
});

describe('what is stored already', () => {
  const reseal = (change = {}) => resealCurrent(osvDataset, { ...harness.deps(change), verifiers: harness.verifiers });

  it('is sealed again under another key, over the same index and as old as before', async () => {
    expect(await reseal()).toEqual({ kind: 'none' });
    const first = await harness.published();
    expect(await reseal()).toEqual({ kind: 'kept', snapshotId: first.snapshot_id });
    const other = new AdvisoryHarness();
    const before = harness.store.state('osv');

    const outcome = await reseal({ signer: other.signer });

    expect(outcome).toMatchObject({
      kind: 'published',
      manifest: { sha256: first.sha256, prev_snapshot_id: first.snapshot_id, key_id: other.signer.keyId },
    });
    expect(harness.store.state('osv')).toMatchObject({
      refreshedAt: before.refreshedAt,
      validators: before.validators,
    });
    const opened = await openIndex(harness.current(), harness.files, other.verifiers);
    expect(opened.ok).toBe(true);
    expect(harness.store.delta('osv', first.snapshot_id, harness.current().manifest.snapshot_id)).toBeDefined();
  });

  it('is not sealed again when its records are gone', async () => {
    await harness.published();
    harness.files.files.clear();

    expect(await reseal({ signer: new AdvisoryHarness().signer })).toEqual({
      kind: 'refused',
      reason: 'its index file is missing',
    });
  });

  it('can be rolled back to, and what was rolled back is not published again by itself', async () => {
    const first = await harness.published();
    harness.clock.advance(HOUR_MS);
    harness.bucket.put('npm', fresh('GHSA-zzzz-0000-0001', '2026-11-20T06:30:00Z'));
    const second = await harness.published();

    const outcome = await rollbackTo(osvDataset, first.snapshot_id, harness.deps());

    expect(outcome).toMatchObject({
      kind: 'published',
      manifest: { sha256: first.sha256, prev_snapshot_id: second.snapshot_id },
      withdrawn: second.snapshot_id,
    });
    expect(await idsOf('pkg:npm/left-pad@1.0.0')).toEqual([]);
    const deltas = [first, second].map(({ snapshot_id: id }) =>
      harness.store.delta('osv', id, harness.current().manifest.snapshot_id),
    );
    expect(deltas.map((delta) => JSON.parse(new TextDecoder().decode(delta!.body)) as unknown)).toMatchObject([
      { added: [], changed: [], removed: [] },
      { added: [], changed: [], removed: ['GHSA-zzzz-0000-0001'] },
    ]);
    expect(await harness.publish()).toMatchObject({ kind: 'refused', rules: ['withdrawn'] });
    expect(await rollbackTo(osvDataset, first.snapshot_id, harness.deps())).toMatchObject({ kind: 'refused' });
    expect(await rollbackTo(osvDataset, 'osv-20200101T000000Z-00000000', harness.deps())).toMatchObject({
      kind: 'refused',
    });
  });
});
