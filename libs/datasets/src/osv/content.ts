import { canonicalJson, sha256HexOf } from '@stackcheck/signing';
import type { IndexFacts, AdvisoryReader } from './ports';
import { recordsInOrder } from './records-in-order';
import type { StoredAdvisory } from './stored-advisory';

/** Version of the form of the records below. */
export const RECORD_FORM = 'osv-1';

/** How much is made at a time: chunks of about so many characters, from so many records read at once. */
interface ChunkStep {
  readonly chars: number;
  readonly records: number;
}

const LONG_STEP: ChunkStep = { chars: 64 * 1024, records: 500 };

/**
 * The content of a snapshot in its one byte form (RFC 8785), piece by piece: `{"advisories":[…],"dataset":"osv","meta":{…}}`
 * with the advisories in the order of their ids. It is never held as a whole.
 */
export function* contentChunks(reader: AdvisoryReader, step: ChunkStep = LONG_STEP): Generator<string> {
  let chunk = '{"advisories":[';
  let separator = '';
  for (const advisory of recordsInOrder(reader, step.records)) {
    chunk += separator + recordText(advisory);
    separator = ',';
    if (chunk.length < step.chars) continue;
    yield chunk;
    chunk = '';
  }
  yield `${chunk}],"dataset":"osv","meta":${canonicalJson(contentMeta(reader.facts))}}`;
}

/** SHA-256 of the content: what the manifest names and its signature is over. */
export function contentSha256(reader: AdvisoryReader): string {
  return sha256HexOf(contentChunks(reader));
}

/** The content's `meta`: nothing but what follows from its records. */
export function contentMeta({ ecosystems }: IndexFacts) {
  return { ecosystems, upstream_schema_version: RECORD_FORM };
}

/**
 * One advisory as canonical JSON. Member names are written in their canonical order, and texts, numbers and nulls have one
 * form in JavaScript's JSON that is RFC 8785's: readers refuse the only texts for which it is not.
 */
export function recordText(advisory: StoredAdvisory): string {
  const { aliases, id, modified, published, score, severity, summary, vector, withdrawn } = advisory;
  const affected = advisory.packages.map(packageText).join();
  const rest = JSON.stringify({ aliases, id, modified, published, score, severity, summary, vector, withdrawn });
  return `{"affected":[${affected}],${rest.slice(1)}`;
}

function packageText({ ecosystem, name, spec }: StoredAdvisory['packages'][number]): string {
  // A spec is JSON but for the one word that stands for every version.
  const json = spec.startsWith('[') ? spec : JSON.stringify(spec);
  return `{"ecosystem":${JSON.stringify(ecosystem)},"name":${JSON.stringify(name)},"spec":${json}}`;
}
