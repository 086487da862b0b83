import { canonicalJson } from '@stackcheck/signing';
import { sha256HexOf } from '@stackcheck/signing/bytes';
import type { IndexFacts, AdvisoryReader } from '../store/advisory-files';
import type { StoredAdvisory } from '../snapshot/stored-advisory';

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
  let parts: string[] = [];
  let chars = 0;
  let separator = '{"advisories":[';
  for (const text of textsInOrder(reader, step.records)) {
    parts.push(separator, text);
    chars += text.length;
    separator = ',';
    if (chars < step.chars) continue;
    yield parts.join('');
    parts = [];
    chars = 0;
  }
  const start = separator === ',' ? parts.join('') : separator;
  yield `${start}],"dataset":"osv","meta":${canonicalJson(contentMeta(reader.facts))}}`;
}

function* textsInOrder(reader: AdvisoryReader, pageRecords: number): Generator<string, undefined> {
  let last: string | null = null;
  for (;;) {
    const page: ReturnType<AdvisoryReader['textsAfter']> = reader.textsAfter(last, pageRecords);
    for (const { text } of page) yield text;
    if (page.length < pageRecords) return;
    last = page[page.length - 1]?.id ?? null;
  }
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
  const { aliases, id, modified, published, score, severity, summary, vector, withdrawn, packages } = advisory;
  // Written out, since each of hundreds of thousands passes here at each refresh, and JSON.stringify takes its time with objects.
  return (
    `{"affected":[${packages.map(packageText).join()}],"aliases":[${aliases.map(json).join()}],"id":${json(id)},` +
    `"modified":${json(modified)},"published":${json(published)},"score":${JSON.stringify(score)},` +
    `"severity":${json(severity)},"summary":${json(summary)},"vector":${json(vector)},"withdrawn":${json(withdrawn)}}`
  );
}

function packageText({ ecosystem, name, spec }: StoredAdvisory['packages'][number]): string {
  // A spec is JSON but for the one word that stands for every version.
  return `{"ecosystem":${json(ecosystem)},"name":${json(name)},"spec":${spec.startsWith('[') ? spec : json(spec)}}`;
}

/** Text that stands in JSON as it is: printable ASCII without the quote and the backslash. */
const PLAIN = /^[ !#-[\]-~]*$/;

function json(text: string | null): string {
  return text !== null && PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}
