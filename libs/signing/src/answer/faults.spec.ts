import { canonicalBytes } from '../canonical-json';
import { sha256Hex } from '../digest';
import { signPayload } from '../dsse';
import { SNAPSHOT, answerOf, api, ingest, makeManifest, manifest, metaOf } from '../testing/signed-answer';
import type { ClaimSubject } from './claim';
import { STATEMENT_TYPE } from './manifest-claim';
import type { AnswerToVerify } from './prove-answer';
import { verifyAnswer } from './verify-answer';

const meta = metaOf(manifest);
const ANSWER = answerOf({ data: { product: 'nodejs' }, meta });
const SCOPE = manifest.scopes[0]!;
const OTHER = `dataset+image-map:${'cd'.repeat(32)}`;
const UNKNOWN = 'x'.repeat(43);

/** The claims of an answer by what they are about and what is wrong with them. */
const claimsOf = (answer: AnswerToVerify) => verifyAnswer(answer).claims.map(({ subject, fault }) => [subject, fault]);
const withHeaders = (headers: Partial<AnswerToVerify['headers']>): AnswerToVerify => ({
  ...ANSWER,
  headers: { ...ANSWER.headers, ...headers },
});
const withInput = (change: (input: string) => string) =>
  withHeaders({ 'signature-input': change(ANSWER.headers['signature-input']!) });
const withManifest = (change: object): AnswerToVerify => ({ ...ANSWER, manifests: [{ ...manifest, ...change }] });
const withMeta = (change: object) => answerOf({ data: {}, meta: { ...meta, ...change } });

const NO_INPUT = 'Signature-Input is missing or not that of a receipt';
const NO_SIGNATURE = 'Signature is missing or not that of a receipt';
const NOT_OVER = 'the signature is not over this status, body, URL and PAYMENT-RESPONSE';

it.each<[string, AnswerToVerify, string]>([
  ['no digest', withHeaders({ 'content-digest': undefined }), 'the answer has no content-digest'],
  ['another body', { ...ANSWER, body: Buffer.from('{}') }, 'the body is not the one that content-digest is of'],
  ['no input', withHeaders({ 'signature-input': undefined }), NO_INPUT],
  ['more before its input', withInput((input) => ` ${input}`), NO_INPUT],
  ['more after its input', withInput((input) => `${input};x`), NO_INPUT],
  ['another label', withInput((input) => input.replace('receipt=', 'sig=')), NO_INPUT],
  ['no status in its input', withInput((input) => input.replace('"@status" ', '')), NO_INPUT],
  ['a time of too many digits', withInput((input) => input.replace('1763640000', '1'.repeat(16))), NO_INPUT],
  ['a time without digits', withInput((input) => input.replace('1763640000', '')), NO_INPUT],
  ['a time that is no number', withInput((input) => input.replace('1763640000', 'x')), NO_INPUT],
  ['a key id that is too short', withInput((input) => input.replace(api.keyId, api.keyId.slice(1))), NO_INPUT],
  ['another algorithm', withInput((input) => input.replace('ed25519', 'hmac')), NO_INPUT],
  ['a payment that it does not speak of', withInput((input) => input.replace(' "payment-response"', '')), unspoken()],
  ['no payment, of which it speaks', withHeaders({ 'payment-response': undefined }), unspoken()],
  ['no signature', withHeaders({ signature: undefined }), NO_SIGNATURE],
  ['more before its signature', withHeaders({ signature: ` ${ANSWER.headers.signature}` }), NO_SIGNATURE],
  ['more after its signature', withHeaders({ signature: `${ANSWER.headers.signature};x` }), NO_SIGNATURE],
  ['stray bits in its signature', withHeaders({ signature: `receipt=:${'A'.repeat(85)}B==:` }), NO_SIGNATURE],
  ['a signature that is too long', withHeaders({ signature: `receipt=:${'A'.repeat(86)}A==:` }), NO_SIGNATURE],
  ['a signature of zeros', withHeaders({ signature: `receipt=:${'A'.repeat(86)}==:` }), NOT_OVER],
  ['a key that nobody knows', withInput((input) => input.replace(api.keyId, UNKNOWN)), unknownKey(UNKNOWN)],
  ['another time', withInput((input) => input.replace('1763640000', '1763640001')), NOT_OVER],
  ['the key of the data', withInput((input) => input.replace(api.keyId, ingest.keyId)), NOT_OVER],
  ['another URL', { ...ANSWER, url: `${ANSWER.url}/` }, NOT_OVER],
  ['another payment', withHeaders({ 'payment-response': 'eyJ8' }), NOT_OVER],
])('a receipt with %s proves nothing, and says so', (_what, answer, fault) => {
  expect(claimsOf(answer)).toEqual([['receipt', fault], ...(answer.body === ANSWER.body ? [['snapshot', null]] : [])]);
});

function unspoken(): string {
  return 'the signature does not speak of PAYMENT-RESPONSE';
}

function unknownKey(keyId: string): string {
  return `key "${keyId}" is not among the keys`;
}

it.each<[string, object, string]>([
  ['no key id', { key_id: 1 }, 'it is no manifest'],
  ['no signature', { signature: null }, 'it is no manifest'],
  ...['name', 'scope', 'signature'].map((name): [string, object, string] => [
    `a ${name} of a scope that is no text`,
    { scopes: [{ ...SCOPE, [name]: { length: 1, startsWith: 1 } }] },
    'it is no manifest',
  ]),
  ...[[null], ['text'], [7], 'text', undefined].map((scopes): [string, object, string] => [
    `the scopes ${JSON.stringify(scopes)}`,
    { scopes },
    'it is no manifest',
  ]),
  ['a scope with one member more', { scopes: [{ ...SCOPE, x: 1 }] }, 'it is no manifest'],
  ['a scope with another name', { scopes: [{ ...SCOPE, name: 'other' }] }, 'it is no manifest'],
  ['a scope that begins otherwise', { scopes: [{ ...SCOPE, scope: `x${SCOPE.scope}` }] }, 'it is no manifest'],
  ...['type', 'as_of', 'source', 'scope'].map((name): [string, object, string] => [
    `a member ${name}`,
    { [name]: 'x' },
    `the manifest has a member "${name}", which none has`,
  ]),
  ['a key that nobody knows', { key_id: UNKNOWN }, unknownKey(UNKNOWN)],
  ['another count', { record_count: 2 }, 'the signature of scope "dataset" is not over this manifest'],
  ['a member without canonical form', { note: '\ud800' }, 'the signature of scope "dataset" is not over this manifest'],
  [
    'another scope',
    { scopes: [{ ...SCOPE, scope: OTHER }] },
    `the signature of scope "${OTHER}" is not over this manifest`,
  ],
  [
    'the signature of another scope',
    { scopes: [SCOPE, { ...SCOPE, signature: manifest.signature }] },
    `the signature of scope "${SCOPE.scope}" is not over this manifest`,
  ],
])('a manifest with %s proves nothing, and says so', (_what, change, fault) => {
  expect(claimsOf(withManifest(change))).toEqual([
    ['receipt', null],
    ['snapshot', fault],
  ]);
});

it.each<[string, AnswerToVerify, string | null]>([
  ['without a starter, as from before there was one', withMeta({ starter: undefined }), null],
  ['with another starter', withMeta({ starter: true }), 'meta.starter is not that of the manifest'],
  ['without a signature', withMeta({ signature: undefined }), 'meta.signature is none of the manifest'],
  ['with the signature of a scope', withMeta({ signature: SCOPE.signature }), null],
  ...['as_of', 'source', 'dataset', 'licence', 'attribution', 'sha256', 'key_id'].map(
    (name): [string, AnswerToVerify, string] => [
      `with another ${name}`,
      withMeta({ [name]: 'x' }),
      `meta.${name} is not that of the manifest`,
    ],
  ),
  ['with another snapshot', withMeta({ snapshot_id: 'x' }), 'its manifest was not handed over'],
  ['without a snapshot', withMeta({ snapshot_id: undefined }), 'its manifest was not handed over'],
  ['without a snapshot, like its manifest', bothWithoutSnapshot(), 'its manifest was not handed over'],
])('metadata %s is proven or says why not', (_what, answer, fault) => {
  expect(claimsOf(answer)).toEqual([
    ['receipt', null],
    ['snapshot', fault],
  ]);
});

function bothWithoutSnapshot(): AnswerToVerify {
  return { ...withMeta({ snapshot_id: undefined }), manifests: [{ ...manifest, snapshot_id: undefined }] };
}

it('metadata are compared with their own manifest among several, of which the first with that id counts', () => {
  const kev = makeManifest('kev', { dataset: 'kev' });
  const broken = { ...manifest, record_count: 2 };

  expect(claimsOf({ ...ANSWER, manifests: [null, 'text', {}, { data: {} }, kev, manifest, broken] })[1]).toEqual([
    'snapshot',
    null,
  ]);
  expect(claimsOf({ ...ANSWER, manifests: [broken, manifest] })[1]).toEqual([
    'snapshot',
    'the signature of scope "dataset" is not over this manifest',
  ]);
});

const UNSIGNED = { from: 'eol-20261119T062205Z-89abcdef', to: manifest.snapshot_id, added: [], removed: ['x'] };
const NOT_PROVEN = 'its manifest is not proven';

/** A delta as it is signed. @param about members of the statement that are other than they are said to be */
function deltaWith(change: object = {}, about: object = {}) {
  const unsigned = { ...UNSIGNED, ...change };
  const sha256 = sha256Hex(canonicalBytes(unsigned));
  const { from, to } = unsigned;
  const statement = { type: 'delta', version: 1, dataset: 'eol', from, to, sha256, key_id: ingest.keyId, ...about };
  const signature = signPayload(ingest, STATEMENT_TYPE, canonicalBytes(statement));
  return { ...unsigned, sha256, key_id: ingest.keyId, signature };
}

type Expected = readonly (readonly [ClaimSubject, string | null])[];

it.each<[string, object, Expected]>([
  [
    'a snapshot',
    { manifest, snapshot: SNAPSHOT },
    [
      ['snapshot', null],
      ['content', null],
    ],
  ],
  [
    'a snapshot of other content',
    { manifest, snapshot: {} },
    [
      ['snapshot', null],
      ['content', 'its SHA-256 is not that of the manifest'],
    ],
  ],
  [
    'a snapshot without canonical form',
    { manifest, snapshot: { ...SNAPSHOT, note: '\ud800' } },
    [
      ['snapshot', null],
      ['content', 'its SHA-256 is not that of the manifest'],
    ],
  ],
  [
    'a snapshot whose manifest is none',
    { manifest: {}, snapshot: SNAPSHOT },
    [
      ['snapshot', 'it is no manifest'],
      ['content', NOT_PROVEN],
    ],
  ],
  [
    'a delta',
    { manifest, delta: deltaWith() },
    [
      ['snapshot', null],
      ['delta', null],
    ],
  ],
  [
    'a delta whose manifest is none',
    { manifest: {}, delta: deltaWith() },
    [
      ['snapshot', 'it is no manifest'],
      ['delta', NOT_PROVEN],
    ],
  ],
  [
    'a delta to another snapshot',
    { manifest, delta: deltaWith({ to: 'x' }) },
    [
      ['snapshot', null],
      ['delta', 'it leads to another snapshot than the manifest is of'],
    ],
  ],
  [
    'a delta with other changes',
    { manifest, delta: { ...deltaWith(), removed: [] } },
    [
      ['snapshot', null],
      ['delta', 'its changes are not those that its SHA-256 is of'],
    ],
  ],
  [
    'a delta by another key',
    { manifest, delta: { ...deltaWith(), key_id: UNKNOWN } },
    [
      ['snapshot', null],
      ['delta', unknownKey(UNKNOWN)],
    ],
  ],
  ...[{ type: 'snapshot' }, { version: 2 }, { dataset: 'kev' }, { from: 'x' }, { to: 'x' }, { sha256: 'x' }].map(
    (about): [string, object, Expected] => [
      `a delta that was signed with another ${Object.keys(about).join()}`,
      { manifest, delta: deltaWith({}, about) },
      [
        ['snapshot', null],
        ['delta', 'its signature does not hold'],
      ],
    ],
  ),
  [
    'a delta without signature',
    { manifest, delta: { ...deltaWith(), signature: 7 } },
    [
      ['snapshot', null],
      ['delta', 'its signature does not hold'],
    ],
  ],
  ['a manifest alone', { manifest }, []],
  ['a snapshot alone', { snapshot: SNAPSHOT }, []],
  ['a manifest that is a list', { manifest: [manifest], snapshot: SNAPSHOT }, []],
])('a download of %s is proven or says why not', (_what, data, expected) => {
  expect(claimsOf(answerOf({ data }, []))).toEqual([['receipt', null], ...expected]);
});

it('the key of a delta is named in its claim', () => {
  const { claims } = verifyAnswer(answerOf({ data: { manifest, delta: deltaWith() } }, []));

  expect(claims[2]).toEqual({
    subject: 'delta',
    snapshotId: manifest.snapshot_id,
    proven: true,
    keyId: ingest.keyId,
    fault: null,
  });
});

it('a stack with more or no signatures in its list says so, and one of nothing proves nothing', () => {
  const { snapshot_id, key_id, signature } = meta;
  const sha256 = sha256Hex(`eol:${manifest.sha256}\n`);
  const own = { dataset: 'stack', as_of: meta.as_of, sha256, signature, key_id };
  const stack = { ...own, snapshot_id: `stack-20261120T062205Z-${sha256.slice(0, 8)}`, datasets: { eol: meta } };
  const entry = { dataset: 'eol', snapshot_id, key_id, signature };
  const faultOf = (signatures: unknown) => claimsOf(answerOf({ data: {}, meta: { ...stack, signatures } })).slice(2);
  const nothing = sha256Hex('');

  expect(faultOf([entry])).toEqual([]);
  for (const other of [[entry, entry], [], null, {}])
    expect(faultOf(other)).toEqual([['snapshot', 'meta.signatures does not follow from meta.datasets']]);
  const empty = { ...stack, as_of: '', sha256: nothing, snapshot_id: `stack--${nothing.slice(0, 8)}`, datasets: {} };
  expect(verifyAnswer(answerOf({ meta: { ...empty, signature: '', key_id: '' } }))).toEqual({
    proven: false,
    claims: [expect.objectContaining({ subject: 'receipt', proven: true })],
  });
});
