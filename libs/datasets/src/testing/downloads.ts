import type { KeySet } from '@stackcheck/signing';
import type { PackAdvisories } from '../life/dataset';
import { contentChunks } from '../osv/content';
import { AdvisoryHarness } from '../osv/testing/advisory-harness';
import type { Manifest } from '../snapshot/snapshot';
import { IngestHarness } from './ingest-harness';
import { catalogueBytes, smallCatalogue } from './small-catalogue';
import { feedBytes, smallFeed } from './small-feed';

/** What a customer may have downloaded, all signed by one key. */
export interface Downloads {
  /** As published at `/.well-known/jwks.json`. */
  readonly keys: KeySet;
  /** Answers of `GET /v1/{dataset}/snapshot`, texts in JSON. */
  readonly eol: string;
  readonly kev: string;
  readonly osv: string;
  /** The answer of `GET /v1/osv/snapshot?form=pack`; undefined where none is written. */
  readonly pack: Uint8Array | undefined;
  /** The answer of `GET /v1/osv/manifest`. */
  readonly osvManifest: string;
}

/**
 * Downloads of small snapshots that pass every guard: well-known products, a catalogue, and the starter's advisories as if they
 * were all.
 * @param at ISO 8601: when they are published
 */
export async function publishedDownloads(at: string, packAdvisories?: PackAdvisories): Promise<Downloads> {
  const eol = new IngestHarness('eol');
  const { signer } = eol;
  const kev = Object.assign(new IngestHarness('kev'), { signer });
  const osv = Object.assign(new AdvisoryHarness(), { signer, verifiers: eol.verifiers });
  for (const { clock } of [eol, kev, osv]) clock.advance(Date.parse(at) - clock.now());
  eol.upstream.serve(feedBytes(smallFeed()), '"eol"');
  kev.upstream.serve(catalogueBytes(smallCatalogue()), '"kev"');
  const manifest = await osv.published(packAdvisories && { packAdvisories });
  const { reader } = await osv.index();
  const content = [...contentChunks(reader)].join('');
  const [pack] = osv.files.packs.values();
  return {
    keys: { keys: [signer.publicJwk] },
    eol: await downloadOf(eol),
    kev: await downloadOf(kev),
    osv: answer(manifest, content),
    pack,
    osvManifest: JSON.stringify({ data: { manifest } }),
  };
}

async function downloadOf(harness: IngestHarness): Promise<string> {
  const manifest = await harness.published();
  const { content } = harness.store.find(manifest.dataset, manifest.snapshot_id)!;
  return answer(manifest, new TextDecoder().decode(content));
}

function answer(manifest: Manifest, content: string): string {
  return `{"data":{"manifest":${JSON.stringify(manifest)},"snapshot":${content}}}`;
}
