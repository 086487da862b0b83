import * as fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { picoPerToken } from '@stackcheck/models-core/pico-dollars';
import { canonicalBytes } from '@stackcheck/signing';
import { refusalOf } from '../testing/refusal-of';
import { finish } from '../tasks/cooperative-task';
import { CANARIES, CANARY_PROVIDERS } from './canaries';
import { modelsDataset } from './dataset';
import type { ModelsSnapshot } from './records';
import { modelsBytes, smallModels } from './testing/small-models';

const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const feed = join(corpora, '../data/models/api.json');
const there = existsSync(feed);

/** One change: where, as a part of all places of the document, and what stands there afterwards. */
interface Mutation {
  readonly place: number;
  readonly change: 'gentle' | 'replace' | 'remove' | 'rename' | 'scale' | 'text';
  readonly value: unknown;
  readonly factor: number;
  readonly text: string;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.noBias(fc.integer({ min: 0, max: 999_999 })).map((part) => part / 1_000_000),
  change: fc.constantFrom('gentle', 'gentle', 'gentle', 'replace', 'remove', 'rename', 'scale', 'text'),
  value: fc.oneof(
    fc.constantFrom<unknown>(null, true, 0, -1, 0.5, 1e300, '', ' ', '2025-02-31', 'deprecated', [], {}, '__proto__'),
    fc.jsonValue({ maxDepth: 2 }),
  ),
  factor: fc.constantFrom(0, 1e-6, 0.001, 0.5, 2, 10, 100, 1_000, 1e6),
  text: fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('\u202e', '\ud800', '\u00a0', '0', '/', '__proto__')),
});

/** Every place of a document: the container and the member's name. */
function placesOf(json: unknown): { readonly container: Record<string, unknown>; readonly name: string }[] {
  if (typeof json !== 'object' || json === null) return [];
  const container = json as Record<string, unknown>;
  return Object.keys(container).flatMap((name) => [{ container, name }, ...placesOf(container[name])]);
}

/** Another value of the same sort, as an honest change would bring. */
function gently(old: unknown): unknown {
  if (typeof old === 'boolean') return !old;
  if (typeof old === 'number') return old * 2;
  return typeof old === 'string' ? old.replace(/\d$/, '2') : old;
}

/** Changes a copy of a document in place. */
function mutate(document: unknown, { place, change, value, factor, text }: Mutation): void {
  const places = placesOf(document);
  const found = places[Math.floor(place * places.length)];
  if (found === undefined) return;
  const { container, name } = found;
  const old = container[name];
  if (change === 'remove') delete container[name];
  else if (change === 'rename') {
    delete container[name];
    Object.defineProperty(container, name + text, { value: old, enumerable: true, configurable: true, writable: true });
  } else if (change === 'gentle') container[name] = gently(old);
  else if (change === 'scale' && typeof old === 'number') container[name] = old * factor;
  else if (change === 'text' && typeof old === 'string')
    container[name] = old.slice(0, old.length >> 1) + text + old.slice(old.length >> 1);
  else container[name] = value;
}

/**
 * The properties of any feed: no exception but a fault of shape, a reason for each refusal; what is accepted has every canary at its
 * price, a byte form that can be signed, and an index that passes its own test.
 */
function expectSoundness(body: Uint8Array, previous: ModelsSnapshot): 'taken' | 'refused' {
  const refusal = refusalOf(modelsDataset, body, previous);
  if (refusal !== undefined) {
    expect(refusal).toMatch(/^[a-z_]+: \S.{10,}/);
    return 'refused';
  }
  const content = modelsDataset.read(body);
  const byId = new Map(content.models.map((row) => [row.id, row]));
  const wrong = CANARIES.filter(({ id, input, output }) => {
    const row = byId.get(id);
    return (
      row !== undefined && (row.prices?.input !== picoPerToken(input) || row.prices.output !== picoPerToken(output))
    );
  });
  expect(wrong).toEqual([]);
  expect(CANARIES.filter(({ id }) => !byId.has(id)).length).toBeLessThanOrEqual(CANARIES.length / 4);
  expect(CANARY_PROVIDERS.filter((id) => !content.models.some(({ provider }) => provider === id))).toEqual([]);
  expect(canonicalBytes(content).length).toBeGreaterThan(0);
  expect(finish(modelsDataset.selfTest(finish(modelsDataset.index(content)), content))).toBeUndefined();
  return 'taken';
}

function campaign(document: unknown, runs: number): { readonly taken: number; readonly refused: number } {
  const text = JSON.stringify(document);
  const previous = modelsDataset.read(modelsBytes(document));
  const seen = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 2 }), (mutations) => {
      const broken = JSON.parse(text) as unknown;
      for (const one of mutations) mutate(broken, one);
      seen[expectSoundness(modelsBytes(broken), previous)] += 1;
    }),
    { numRuns: runs },
  );
  return seen;
}

describe('a feed changed at random', () => {
  it('is never taken with a broken canary, and causes no exception (property)', () => {
    const { taken, refused } = campaign(smallModels(), 100);

    // Changes that always or never matter would prove nothing.
    expect(Math.min(taken, refused)).toBeGreaterThan(10);
  });

  it('in its bytes is read as something sound or not at all (property)', () => {
    const body = modelsBytes(smallModels());
    const previous = modelsDataset.read(body);
    const edit = fc.tuple(fc.nat(body.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), fc.option(fc.nat(body.length)), (edits, cut) => {
        const bytes = body.slice(0, cut ?? body.length);
        for (const [at, byte] of edits) bytes[at] = byte;
        expectSoundness(bytes, previous);
      }),
      { numRuns: 50 },
    );
  });

  it('is refused when any one canary costs ten times as much, or nothing', () => {
    const content = modelsDataset.read(modelsBytes(smallModels()));
    for (const { id } of CANARIES) {
      for (const factor of [10, 0]) {
        const models = content.models.map((row) =>
          row.id === id && row.prices !== null
            ? {
                ...row,
                prices: { ...row.prices, input: row.prices.input * factor, output: row.prices.output * factor },
              }
            : row,
        );
        const [fault, ...others] = modelsDataset.guard({ ...content, models }, undefined);
        expect([fault?.rule, fault?.sentence, others]).toEqual([
          'canary_changed',
          expect.stringContaining(`: ${id} cost`),
          [],
        ]);
      }
    }
  });

  (there ? it : it.skip)(`holds for the real feed${there ? '' : ' (models/api.json is missing)'}`, () => {
    const whole = JSON.parse(readFileSync(feed, 'utf8')) as Record<string, unknown>;
    const trimmed = Object.fromEntries(CANARY_PROVIDERS.map((id) => [id, whole[id]]));

    const { taken, refused } = campaign(trimmed, 6);

    expect(taken + refused).toBe(6);
  });
});
