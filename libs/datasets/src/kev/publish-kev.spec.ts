import { checkCves, parseCves, type KevReport } from '@stackcheck/kev-core';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SignedDelta } from '../delta/delta';
import { LiveSnapshots } from '../serve/live-snapshots';
import { NO_VALIDATORS, UpstreamError, type Upstream } from '../upstream/upstream';
import { publishStarter } from '../publish/publish-starter';
import { catalogueBytes, IngestHarness, smallCatalogue, withEntry } from '../testing';
import { KEV_DESCRIPTOR } from './descriptor';

const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const folder = join(corpora, '../data/kev');
const now = join(folder, 'known_exploited_vulnerabilities.json');
const before = join(folder, 'previous/known_exploited_vulnerabilities.2025-08-25.json');
const there = existsSync(now) && existsSync(before);

const HOUR = 3_600_000;

let harness: IngestHarness;
let live: LiveSnapshots;
beforeEach(() => {
  harness = new IngestHarness('kev');
  live = new LiveSnapshots({ reader: harness.store, verifiers: () => harness.verifiers, clock: harness.clock });
});

/** What comes of a refresh from this document; the API looks at it afterwards. */
async function refresh(body: Uint8Array, etag: string): Promise<string> {
  harness.upstream.serve(body, etag);
  const outcome = await harness.publish();
  await live.refresh();
  harness.clock.advance(HOUR);
  return outcome.kind;
}

function ask(...texts: readonly string[]): KevReport {
  const batch = parseCves(texts);
  if ('fault' in batch) throw new Error(batch.fault);
  return checkCves(live.current('kev')!.index, batch.cves, '2026-11-20');
}

describe('publishing the catalogue', () => {
  it('gives a signed snapshot of its own chain, which answers', async () => {
    expect(await refresh(catalogueBytes(smallCatalogue()), '"a"')).toBe('published');

    expect(live.current('kev')?.manifest.snapshot_id).toMatch(/^kev-\d{8}T\d{6}Z-[0-9a-f]{8}$/);
    expect(live.status('kev')).toMatchObject({ recordCount: 200, starter: false });
    expect(ask('cve-2021-44228', 'CVE-2024-3094')).toMatchObject({ listed: 1, catalog_version: '2026.11.19' });
  });

  it('takes the place of the starter, whatever that listed', async () => {
    await publishStarter(harness.dataset, harness.deps());
    await live.refresh();
    expect(ask('CVE-2021-44228')).toMatchObject({ listed: 1, catalog_version: 'starter-1' });

    expect(await refresh(catalogueBytes(smallCatalogue()), '"a"')).toBe('published');

    expect(ask('CVE-2021-44228')).toMatchObject({ listed: 1, catalog_version: '2026.11.19' });
  });

  it('follows an edit from one refresh to the next', async () => {
    const document = smallCatalogue();
    await refresh(catalogueBytes(document), '"a"');
    expect(ask('CVE-2026-70001')).toMatchObject({ ransomware: 0 });
    const edited = withEntry(document, 'CVE-2026-70001', (entry) => ({
      ...entry,
      knownRansomwareCampaignUse: 'Known',
    }));

    expect(await refresh(catalogueBytes(edited), '"b"')).toBe('published');

    expect(ask('CVE-2026-70001')).toMatchObject({ ransomware: 1 });
  });

  it('counts "not modified" and the same content in another order as a refresh', async () => {
    const document = smallCatalogue();
    await refresh(catalogueBytes(document), '"a"');

    expect(await refresh(catalogueBytes(document), '"a"')).toBe('unchanged');
    const reordered = { ...document, vulnerabilities: [...document.vulnerabilities].reverse() };
    expect(await refresh(catalogueBytes(reordered), '"b"')).toBe('unchanged');
    expect(live.freshness('kev')).toBe('fresh');
  });

  it('keeps the last good catalogue when a broken one comes, and says why', async () => {
    await refresh(catalogueBytes(smallCatalogue()), '"a"');
    const poisoned = withEntry(smallCatalogue(), 'CVE-2021-44228', () => undefined);

    expect(await refresh(catalogueBytes(poisoned), '"b"')).toBe('refused');
    expect(ask('CVE-2021-44228')).toMatchObject({ listed: 1 });
    expect(live.status('kev').refusal).toContain('CVE-2021-44228 was listed on 2021-12-10, now missing');

    expect(await refresh(new TextEncoder().encode('<html>Access Denied</html>'), '"c"')).toBe('refused');
    expect(live.status('kev').refusal).toContain('no JSON text');
  });

  it("takes the publisher's mirror when its site refuses, and not what the mirror had before", async () => {
    const [site, mirror] = [KEV_DESCRIPTOR.upstreamUrl, ...KEV_DESCRIPTOR.mirrorUrls!];
    const addresses = { urls: [site, mirror!], companions: [] };
    let version = '2026.11.19';
    const upstream: Upstream = {
      async fetch(url) {
        if (url === site) throw new UpstreamError(`${new URL(url).hostname} answered 403`);
        const body = catalogueBytes({ ...smallCatalogue(), catalogVersion: version });
        return { kind: 'body', body, validators: { ...NO_VALIDATORS, url } };
      },
    };

    expect(await harness.publish({ upstream, addresses })).toMatchObject({ kind: 'published' });
    version = '2026.11.18';
    expect(await harness.publish({ upstream, addresses })).toMatchObject({
      kind: 'refused',
      rules: ['version_reversed'],
    });
  });
});

(there ? describe : describe.skip)(`a year of the real catalogue${there ? '' : ' (data/kev is missing)'}`, () => {
  it('is a signed delta of 258 additions, 40 edits and no removal', async () => {
    expect(await refresh(readFileSync(before), '"2025"')).toBe('published');
    const from = live.current('kev')!.manifest.snapshot_id;
    expect(ask('CVE-2025-55182')).toMatchObject({ listed: 0, catalog_version: '2025.08.25' });
    expect(await refresh(readFileSync(now), '"2026"')).toBe('published');

    const download = live.deltaSince(live.current('kev')!, from);

    expect(ask('CVE-2025-55182')).toMatchObject({ listed: 1, catalog_version: '2026.08.07' });
    const { delta } = JSON.parse(new TextDecoder().decode((download as { bytes: Uint8Array }).bytes)) as {
      delta: SignedDelta;
    };
    expect([delta.added.length, delta.changed.length, delta.removed.length]).toEqual([258, 40, 0]);
  });
});
