import * as fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { canonicalBytes } from '@stackcheck/signing';
import { catalogueBytes, refusalOf, smallCatalogue } from '../testing';
import { finish } from '../tasks/cooperative-task';
import { CANARIES } from './canaries';
import { kevDataset } from './dataset';
import type { UpstreamCatalogue } from './upstream';

const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const feed = join(corpora, '../data/kev/known_exploited_vulnerabilities.json');
const there = existsSync(feed);

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** One change somewhere in a document: where (a path of fractions, so that it fits any document), and what. */
interface Mutation {
  readonly path: readonly number[];
  readonly kind: 'replace' | 'remove' | 'repeat' | 'edit';
  readonly value: Json;
  readonly text: string;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  // The first step goes to the entries most of the time, for they are nearly all of the document.
  path: fc
    .tuple(
      fc.oneof({ weight: 4, arbitrary: fc.constant(0.99) }, { weight: 1, arbitrary: fraction() }),
      fraction(),
      fraction(),
      fraction(),
    )
    .chain((steps) => fc.constantFrom(1, 2, 3, 3, 3, 3, 3, 4).map((length) => steps.slice(0, length))),
  kind: fc.constantFrom('edit', 'edit', 'edit', 'replace', 'remove', 'repeat'),
  value: fc.oneof(
    fc.constantFrom<Json>(
      null,
      true,
      0,
      -1,
      1e300,
      '',
      ' ',
      'Known',
      '2021-12-10',
      '2026-02-30',
      'CVE-2021-44228',
      [],
      {},
      '__proto__',
    ),
    fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
  ),
  text: fc.oneof(
    fc.stringMatching(/^[a-z0-9 ]{0,3}$/),
    fc.string({ maxLength: 3 }),
    fc.string({ unit: 'binary', maxLength: 2 }),
    fc.constantFrom('\u202e', '\ud800', '\u00a0', '0', ' '),
  ),
});

function fraction(): fc.Arbitrary<number> {
  // Without the usual bias towards the ends, where the canaries are.
  return fc.noBias(fc.integer({ min: 0, max: 9_999 })).map((part) => part / 10_000);
}

/** The document with the change made; only what lies on the way is copied. */
function mutated(json: Json, { path, ...change }: Mutation): Json {
  const [step, ...rest] = path;
  if (step === undefined || typeof json !== 'object' || json === null) return changed(json, change);
  const names = Object.keys(json);
  const name = names[Math.floor(step * names.length)];
  if (name === undefined) return changed(json, change);
  const child = (json as { [name: string]: Json })[name]!;
  const isEnd = rest.length === 0 || typeof child !== 'object' || child === null;
  if (Array.isArray(json)) {
    const at = Number(name);
    if (isEnd && change.kind === 'remove') return [...json.slice(0, at), ...json.slice(at + 1)];
    if (isEnd && change.kind === 'repeat') return [...json.slice(0, at), child, ...json.slice(at)];
    return json.with(at, isEnd ? changed(child, change) : mutated(child, { path: rest, ...change }));
  }
  const copy = { ...json };
  if (isEnd && change.kind === 'remove') delete copy[name];
  else copy[name] = isEnd ? changed(child, change) : mutated(child, { path: rest, ...change });
  return copy;
}

function changed(json: Json, { kind, value, text }: Omit<Mutation, 'path'>): Json {
  if (kind !== 'edit' || typeof json !== 'string') return value;
  const at = Math.floor(json.length / 2);
  return json.slice(0, at) + text + json.slice(at + 1);
}

/** Announces as many entries as there are, so that the shape of entries is what decides. */
function announced(document: Json): Json {
  const entries = (document as { vulnerabilities?: Json } | null)?.vulnerabilities;
  return Array.isArray(entries) ? { ...(document as object), count: entries.length } : document;
}

/**
 * The properties of any feed: no exception but a fault of shape, a reason for each refusal; what is accepted has every canary,
 * has a byte form that can be signed, and an index that passes its own test.
 */
function expectSoundness(body: Uint8Array, previous: Parameters<typeof kevDataset.guard>[1]): 'taken' | 'refused' {
  const refusal = refusalOf(kevDataset, body, previous);
  if (refusal !== undefined) {
    expect(refusal).toMatch(/^[a-z_]+: \S.{10,}/);
    return 'refused';
  }
  const content = kevDataset.read(body);
  const added = new Map(content.entries.map((entry) => [entry.cve, entry.date_added]));
  expect(CANARIES.filter(({ cve, dateAdded }) => added.get(cve) !== dateAdded)).toEqual([]);
  expect(canonicalBytes(content).length).toBeGreaterThan(0);
  expect(finish(kevDataset.selfTest(finish(kevDataset.index(content)), content))).toBeUndefined();
  return 'taken';
}

function campaign(document: UpstreamCatalogue, runs: number): { readonly taken: number; readonly refused: number } {
  const previous = kevDataset.read(catalogueBytes(document));
  const seen = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 2 }), fc.boolean(), (mutations, honest) => {
      const broken = mutations.reduce(mutated, document as unknown as Json);
      seen[expectSoundness(catalogueBytes(honest ? announced(broken) : broken), previous)] += 1;
    }),
    { numRuns: runs },
  );
  return seen;
}

describe('a feed changed at random', () => {
  it('is never taken with a broken canary, and causes no exception (property)', () => {
    const { taken, refused } = campaign(smallCatalogue(), 200);

    // Changes that always or never matter would prove nothing.
    expect(Math.min(taken, refused)).toBeGreaterThan(10);
  });

  it('in its bytes is read as something sound or not at all (property)', () => {
    const body = catalogueBytes(smallCatalogue());
    const previous = kevDataset.read(body);
    const edit = fc.tuple(fc.nat(body.length - 1), fc.nat(255));

    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), fc.option(fc.nat(body.length)), (edits, cut) => {
        const bytes = body.slice(0, cut ?? body.length);
        for (const [at, byte] of edits) bytes[at] = byte;
        expectSoundness(bytes, previous);
      }),
      { numRuns: 150 },
    );
  });

  it.each(CANARIES)('is refused when $cve is gone or of another day', ({ cve, dateAdded }) => {
    const document = smallCatalogue();
    const gone = document.vulnerabilities.filter(({ cveID }) => cveID !== cve);
    const moved = document.vulnerabilities.map((entry) =>
      entry.cveID === cve ? { ...entry, dateAdded: dateAdded.replace(/..$/, '26') } : entry,
    );

    for (const vulnerabilities of [gone, moved]) {
      const body = catalogueBytes({ ...document, count: vulnerabilities.length, vulnerabilities });
      expect(refusalOf(kevDataset, body)).toMatch(new RegExp(`^canary_changed: 1 .*${cve} was listed on ${dateAdded}`));
    }
  });

  (there ? it : it.skip)(
    `holds for the real feed${there ? '' : ' (known_exploited_vulnerabilities.json is missing)'}`,
    () => void campaign(JSON.parse(readFileSync(feed, 'utf8')) as UpstreamCatalogue, 5),
  );
});
