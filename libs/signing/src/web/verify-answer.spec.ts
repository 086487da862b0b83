import * as fc from 'fast-check';
import type { AnswerToVerify } from '../answer/prove-answer';
import { STATEMENT_TYPE } from '../answer/manifest-claim';
import { verifyAnswer } from '../answer/verify-answer';
import { canonicalBytes } from '../canonical-json';
import { sha256Hex, shortHash } from '../digest';
import { signPayload } from '../dsse';
import { SNAPSHOT, answerOf, api, ingest, makeManifest, manifest, metaOf, receipted } from '../testing/signed-answer';
import { verifyAnswer as verifyAnswerOverWebCrypto } from './verify-answer';

const kev = makeManifest('kev', { dataset: 'kev' });
const joinedSha256 = sha256Hex(`eol:${manifest.sha256}\nkev:${kev.sha256}\n`);

/** The data of answers of each kind, all of which are proven. */
const PROVEN: Readonly<Record<string, { readonly value: object; readonly manifests: readonly object[] }>> = {
  'from one dataset': { value: { data: { eol: '2028-04-30' }, meta: metaOf(manifest) }, manifests: [manifest] },
  'from joined datasets': {
    value: { data: {}, meta: { ...metaOf(manifest), joined: { kev: metaOf(kev) } } },
    manifests: [kev, { data: { manifest } }],
  },
  'of a stack': {
    value: {
      data: {},
      meta: {
        dataset: 'stack',
        as_of: manifest.fetched_at,
        sha256: joinedSha256,
        snapshot_id: `stack-20261120T062205Z-${shortHash(joinedSha256)}`,
        signature: `${manifest.signature}.${kev.signature}`,
        key_id: ingest.keyId,
        datasets: { eol: metaOf(manifest), kev: metaOf(kev) },
      },
    },
    manifests: [manifest, kev],
  },
  'with a snapshot': { value: { data: { manifest, snapshot: SNAPSHOT } }, manifests: [] },
  'with a delta': { value: { data: { manifest, delta: signedDelta() } }, manifests: [] },
};
const kinds = Object.entries(PROVEN);

describe('an answer verified over WebCrypto', () => {
  it.each(kinds)('is proven by the same keys (%s)', async (_kind, { value, manifests }) => {
    const answer = answerOf(value, manifests);

    const verified = await verifyAnswerOverWebCrypto(answer);

    expect(verified).toEqual(verifyAnswer(answer));
    expect(verified.proven).toBe(true);
  });

  it('has the same claims and the same faults, with anything of it changed (property)', async () => {
    const change = fc.record({ at: fc.nat(), by: fc.oneof(fc.jsonValue(), fc.constant(undefined)) });
    const place = fc.constantFrom('value', 'manifests', 'headers', 'keys');
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        place,
        change,
        async ([, { value, manifests }], where, { at, by }) => {
          const sound = { value, manifests, keys: { keys: [ingest.publicJwk, api.publicJwk] } };
          const { headers } = answerOf(value, manifests);
          const parts = { ...sound, headers, [where]: changed({ ...sound, headers }[where], at, by) };
          const answer = answerOf(parts.value, parts.manifests);
          const sent = { ...answer, keys: parts.keys, headers: where === 'headers' ? parts.headers : answer.headers };

          const verified = await outcome(() => verifyAnswerOverWebCrypto(sent));

          expect(verified).toEqual(await outcome(async () => verifyAnswer(sent)));
          if (JSON.stringify(verified).includes('"proven":false')) refused += 1;
        },
      ),
      { numRuns: 150 },
    );
    expect(refused).toBeGreaterThan(20);
  });

  it('has the same faults with any bytes as its body, and any character of a signature changed (property)', async () => {
    const { value, manifests } = PROVEN['from one dataset']!;
    const sound = answerOf(value, manifests);
    const anySignature = fc
      .tuple(fc.nat(), fc.string({ minLength: 1, maxLength: 1 }))
      .map(([at, by]): AnswerToVerify => {
        const text = sound.headers.signature!;
        const place = at % text.length;
        return {
          ...sound,
          headers: { ...sound.headers, signature: text.slice(0, place) + by + text.slice(place + 1) },
        };
      });
    const anyBody = fc.uint8Array().map((body) => receipted(body, [], ''));
    await fc.assert(
      fc.asyncProperty(fc.oneof(anySignature, anyBody), async (answer) => {
        expect(await verifyAnswerOverWebCrypto(answer)).toEqual(verifyAnswer(answer));
      }),
    );
  });
});

/** A result, or the name of the error. */
async function outcome<Result>(run: () => Promise<Result>): Promise<Result | string> {
  try {
    return await run();
  } catch (error) {
    return (error as Error).name;
  }
}

/** A value with one of the places in it, however deep, holding something else. */
function changed<Value>(value: Value, at: number, by: unknown): Value {
  const copy = structuredClone(value);
  const places: (readonly [object, string])[] = [];
  const collect = (of: unknown): void => {
    if (typeof of !== 'object' || of === null) return;
    for (const key of Object.keys(of)) {
      places.push([of, key]);
      collect((of as Record<string, unknown>)[key]);
    }
  };
  collect(copy);
  const place = places[at % places.length];
  if (place === undefined) return copy;
  const [holder, key] = [place[0] as Record<string, unknown>, place[1]];
  const before = holder[key];
  // Signatures and digests of nearly the right form tell more than values of other kinds.
  holder[key] = typeof before === 'string' && typeof by !== 'string' ? withOtherCharacter(before, at) : by;
  return copy;
}

function withOtherCharacter(text: string, at: number): string {
  const place = at % (text.length + 1);
  return text.slice(0, place) + (at % 2 === 0 ? '=' : 'B') + text.slice(place + 1);
}

function signedDelta() {
  const unsigned = { from: 'eol-20261119T062205Z-89abcdef', to: manifest.snapshot_id, added: [], removed: ['x'] };
  const sha256 = sha256Hex(canonicalBytes(unsigned));
  const { from, to } = unsigned;
  const statement = { type: 'delta', version: 1, dataset: 'eol', from, to, sha256, key_id: ingest.keyId };
  const signature = signPayload(ingest, STATEMENT_TYPE, canonicalBytes(statement));
  return { ...unsigned, sha256, key_id: ingest.keyId, signature };
}
