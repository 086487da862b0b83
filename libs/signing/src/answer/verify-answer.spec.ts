import * as fc from 'fast-check';
import { canonicalBytes } from '../canonical-json';
import { sha256Hex, shortHash } from '../digest';
import { signPayload } from '../dsse';
import {
  SNAPSHOT,
  URL,
  answerOf,
  api,
  ingest,
  makeManifest,
  manifest,
  metaOf,
  receipted,
} from '../testing/signed-answer';
import { STATEMENT_TYPE } from './manifest-claim';
import type { AnswerToVerify } from './prove-answer';
import { verifyAnswer } from './verify-answer';

const ANSWER = answerOf({ data: { product: 'nodejs', eol: '2028-04-30' }, meta: metaOf(manifest) });
const faults = (answer: AnswerToVerify) => verifyAnswer(answer).claims.flatMap(({ fault }) => fault ?? []);

describe('an answer', () => {
  it('proves its body by one key and its data by another', () => {
    expect(verifyAnswer(ANSWER)).toEqual({
      proven: true,
      claims: [
        { subject: 'receipt', snapshotId: null, proven: true, keyId: api.keyId, fault: null },
        { subject: 'snapshot', snapshotId: manifest.snapshot_id, proven: true, keyId: ingest.keyId, fault: null },
      ],
    });
  });

  it.each<[string, AnswerToVerify]>([
    ['without PAYMENT-RESPONSE', answerOf({ meta: metaOf(manifest) }, [manifest], '')],
    ['under a wider scope', answerOf({ meta: { ...metaOf(manifest), signature: manifest.scopes[0]!.signature } })],
    ['of a manifest with a member that is new', withRetrievedFrom()],
  ])('is proven %s', (_what, answer) => {
    expect(faults(answer)).toEqual([]);
    expect(verifyAnswer(answer).proven).toBe(true);
  });

  function withRetrievedFrom() {
    const later = makeManifest('eol', SNAPSHOT, { retrieved_from: 'https://mirror.example/eol' });
    return answerOf({ meta: metaOf(later) }, [later]);
  }

  it.each<[string, AnswerToVerify, RegExp]>([
    [
      'a changed date',
      { ...ANSWER, body: Buffer.from(String(ANSWER.body).replace('2028', '2029')) },
      /body is not the one/,
    ],
    ['another URL', { ...ANSWER, url: `${URL}?x` }, /not over this status, body, URL/],
    ['another status', { ...ANSWER, status: 201 }, /not over this status/],
    ['no receipt', { ...ANSWER, headers: {} }, /no content-digest/],
    ['no manifest', { ...ANSWER, manifests: [] }, /was not handed over/],
    ['the keys of others', { ...ANSWER, keys: { keys: [] } }, /is not among the keys/],
    ['a PAYMENT-RESPONSE that was not signed', unsignedPayment(), /does not speak of PAYMENT-RESPONSE/],
    ['an answer without meta', answerOf({ data: {} }), /^$/],
    ['what is no JSON', receipted(Buffer.from('{'), [manifest], 'eyJ9'), /^$/],
    ['null', receipted(Buffer.from('null'), [manifest], 'eyJ9'), /^$/],
  ])('proves nothing with %s', (_what, answer, fault) => {
    const { proven } = verifyAnswer(answer);

    expect(proven).toBe(false);
    expect(faults(answer).join()).toMatch(fault);
  });

  function unsignedPayment(): AnswerToVerify {
    const free = answerOf({ meta: metaOf(manifest) }, [manifest], '');
    return { ...free, headers: { ...free.headers, 'payment-response': 'eyJ9' } };
  }

  it('with every claim of the receipt proven is still refused where its meta names other data (property)', () => {
    const names = Object.keys(metaOf(manifest)).filter((name) => name !== 'stale' && name !== 'notice');

    fc.assert(
      fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, value) => {
        const meta: Record<string, unknown> = metaOf(manifest);
        fc.pre(JSON.stringify(meta[name]) !== JSON.stringify(value));
        // Another scope of the same manifest is another true statement.
        fc.pre(value !== manifest.scopes[0]!.signature);
        const { proven, claims } = verifyAnswer(answerOf({ meta: { ...meta, [name]: value } }));

        expect([proven, claims[0]!.proven]).toEqual([false, true]);
      }),
    );
  });

  it('is not proven with any single byte of its body changed (property)', () => {
    fc.assert(
      fc.property(fc.nat(ANSWER.body.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const body = Buffer.from(ANSWER.body);
        body[at] = (body[at]! + by) % 256;

        expect(verifyAnswer({ ...ANSWER, body }).proven).toBe(false);
      }),
    );
  });

  it('is not proven with any character of its headers changed, or one of them left out (property)', () => {
    const names = Object.keys(ANSWER.headers) as (keyof AnswerToVerify['headers'])[];

    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (name, at, other) => {
        const value = ANSWER.headers[name]!;
        const place = at % value.length;
        fc.pre(value[place] !== other);
        const changed = value.slice(0, place) + other + value.slice(place + 1);

        expect(verifyAnswer({ ...ANSWER, headers: { ...ANSWER.headers, [name]: changed } }).proven).toBe(false);
        expect(verifyAnswer({ ...ANSWER, headers: { ...ANSWER.headers, [name]: undefined } }).proven).toBe(false);
      }),
    );
  });

  it('is not proven with any member of its manifest changed, added or left out (property)', () => {
    const members = fc.constantFrom(
      ...Object.keys(manifest),
      'type',
      'as_of',
      'source',
      'scope',
      'retrieved_from',
      '__x',
    );

    fc.assert(
      fc.property(members, fc.option(fc.jsonValue(), { nil: undefined }), (name, value) => {
        const before: Record<string, unknown> = manifest;
        fc.pre(JSON.stringify(before[name]) !== JSON.stringify(value));
        const { [name]: _left, ...rest } = before;
        const changed = value === undefined ? rest : { ...before, [name]: value };

        expect(verifyAnswer({ ...ANSWER, manifests: [changed] }).proven).toBe(false);
      }),
    );
  });

  it.each([
    ['a name', { name: 'other' }],
    ['a scope', { scope: `dataset+image-map:${'cd'.repeat(32)}` }],
    ['a signature', { signature: manifest.signature }],
    ['one member more', { extra: 1 }],
  ])('is not proven with %s of the scopes of its manifest changed', (_what, change) => {
    const changed = { ...manifest, scopes: [{ ...manifest.scopes[0], ...change }] };
    expect(verifyAnswer({ ...ANSWER, manifests: [changed] }).proven).toBe(false);
  });
});

describe('an answer from several datasets', () => {
  const kev = makeManifest('kev', { dataset: 'kev' });
  const parts = { eol: metaOf(manifest), kev: metaOf(kev) };
  const sha256 = sha256Hex(`eol:${manifest.sha256}\nkev:${kev.sha256}\n`);
  const meta = {
    dataset: 'stack',
    as_of: manifest.fetched_at,
    sha256,
    snapshot_id: `stack-20261120T062205Z-${shortHash(sha256)}`,
    signature: `${manifest.signature}.${kev.signature}`,
    key_id: ingest.keyId,
    signatures: [signatureOf(parts.eol), signatureOf(parts.kev)],
    datasets: parts,
  };

  it('proves each of them', () => {
    const { proven, claims } = verifyAnswer(answerOf({ data: {}, meta }, [kev, manifest]));

    expect([proven, claims.map(({ snapshotId }) => snapshotId)]).toEqual([
      true,
      [null, manifest.snapshot_id, kev.snapshot_id],
    ]);
  });

  it('proves one from before there was a list of signatures', () => {
    const { signatures: _since, ...before } = meta;

    expect(verifyAnswer(answerOf({ data: {}, meta: before }, [kev, manifest])).proven).toBe(true);
  });

  it.each<[string, object, readonly object[]]>([
    ['a manifest is missing', meta, [kev]],
    ['a part is from other data', { ...meta, datasets: { ...parts, kev: { ...parts.kev, sha256 } } }, [kev, manifest]],
    ['a part is another dataset', { ...meta, datasets: { ...parts, kev: parts.eol } }, [kev, manifest]],
    ['it has no part', { ...meta, datasets: {} }, [kev, manifest]],
    ['a signature is not listed', { ...meta, signatures: meta.signatures.slice(1) }, [kev, manifest]],
    [
      'its signatures are listed in another order',
      { ...meta, signatures: meta.signatures.toReversed() },
      [kev, manifest],
    ],
    ['its signatures are no list', { ...meta, signatures: meta.signature }, [kev, manifest]],
    ['one of its signatures is nothing', { ...meta, signatures: [null, meta.signatures[1]] }, [kev, manifest]],
    ...(['dataset', 'snapshot_id', 'key_id', 'signature'] as const).map((name): [string, object, readonly object[]] => [
      `the ${name} of a listed signature is other`,
      { ...meta, signatures: [{ ...meta.signatures[0], [name]: 'x' }, meta.signatures[1]] },
      [kev, manifest],
    ]),
    ...['sha256', 'as_of', 'snapshot_id', 'signature', 'key_id', 'dataset'].map(
      (name): [string, object, readonly object[]] => [
        `its own ${name} is other`,
        { ...meta, [name]: 'x' },
        [kev, manifest],
      ],
    ),
  ])('proves less when %s', (_what, changed, manifests) => {
    expect(verifyAnswer(answerOf({ data: {}, meta: changed }, manifests)).proven).toBe(false);
  });
});

describe('an answer that another dataset was joined to', () => {
  const epss = makeManifest('epss', { dataset: 'epss' });
  const meta = { ...metaOf(manifest), joined: { epss: metaOf(epss) } };

  it('proves both', () => {
    const { proven, claims } = verifyAnswer(answerOf({ data: {}, meta }, [epss, manifest]));

    expect([proven, claims.map(({ snapshotId }) => snapshotId)]).toEqual([
      true,
      [null, manifest.snapshot_id, epss.snapshot_id],
    ]);
  });

  it('proves each where several were joined, and not the whole where one is not proven', () => {
    const osv = makeManifest('osv', { dataset: 'osv' });
    const joined = { epss: metaOf(epss), osv: metaOf(osv) };
    const verify = (...manifests: readonly object[]) =>
      verifyAnswer(answerOf({ data: {}, meta: { ...meta, joined } }, manifests));

    expect(verify(epss, osv, manifest)).toMatchObject({
      proven: true,
      claims: [{}, manifest, epss, osv].map((of) => ('snapshot_id' in of ? { snapshotId: of.snapshot_id } : {})),
    });
    expect(verify(epss, manifest).proven).toBe(false);
    expect(verify(osv, manifest).proven).toBe(false);
  });

  it.each<[string, object, readonly object[]]>([
    ['the manifest of what was joined is missing', meta, [manifest]],
    ['its own manifest is missing', meta, [epss]],
    [
      'what was joined is from other data',
      { ...meta, joined: { epss: { ...metaOf(epss), sha256: 'x' } } },
      [epss, manifest],
    ],
    ['what was joined is another dataset', { ...meta, joined: { epss: metaOf(manifest) } }, [epss, manifest]],
    ['what was joined is no metadata', { ...meta, joined: { epss: null } }, [epss, manifest]],
    ['it does not say what was joined', { ...meta, joined: null }, [epss, manifest]],
  ])('proves less when %s', (_what, changed, manifests) => {
    expect(verifyAnswer(answerOf({ data: {}, meta: changed }, manifests)).proven).toBe(false);
  });
});

describe('a download', () => {
  const unsigned = { from: 'eol-20261119T062205Z-89abcdef', to: manifest.snapshot_id, added: [], removed: ['x'] };
  const sha256 = sha256Hex(canonicalBytes(unsigned));
  const { from, to } = unsigned;
  const statement = { type: 'delta', version: 1, dataset: 'eol', from, to, sha256, key_id: ingest.keyId };
  const signature = signPayload(ingest, STATEMENT_TYPE, canonicalBytes(statement));
  const delta = { ...unsigned, sha256, key_id: ingest.keyId, signature };
  const download = (data: object) => {
    const { proven, claims } = verifyAnswer(answerOf({ data }, []));
    return [proven, claims.map((claim) => `${claim.subject} ${claim.proven}`)];
  };

  it('of a snapshot proves its content', () => {
    expect(download({ manifest, snapshot: SNAPSHOT })).toEqual([
      true,
      ['receipt true', 'snapshot true', 'content true'],
    ]);
    expect(download({ manifest, snapshot: { ...SNAPSHOT, products: [] } })).toEqual([
      false,
      ['receipt true', 'snapshot true', 'content false'],
    ]);
    expect(download({ manifest: { ...manifest, record_count: 2 }, snapshot: SNAPSHOT })[0]).toBe(false);
  });

  it('of a delta proves its changes', () => {
    expect(download({ manifest, delta })).toEqual([true, ['receipt true', 'snapshot true', 'delta true']]);
    expect(download({ manifest, delta: { ...delta, removed: [] } })).toEqual([
      false,
      ['receipt true', 'snapshot true', 'delta false'],
    ]);
    for (const name of ['from', 'to', 'sha256', 'key_id', 'signature']) {
      expect(download({ manifest, delta: { ...delta, [name]: 'x' } })[0]).toBe(false);
    }
  });
});

/** The entry of a part in the list of signatures of a stack. */
function signatureOf({ dataset, snapshot_id, key_id, signature }: ReturnType<typeof metaOf>) {
  const manifest_url = `https://stackcheck.example/v1/${dataset}/manifest`;
  return { dataset, snapshot_id, key_id, signature, manifest_url };
}
