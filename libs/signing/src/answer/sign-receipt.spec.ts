import { createHash } from 'node:crypto';
import { generateKeyPem, signerFromPem, verifierFromJwk, type Signer } from '../ed25519';
import { receiptBase, signReceipt } from './sign-receipt';

const PIECES = {
  url: 'https://api.example.com/v1/eol/nodejs',
  body: Buffer.from('{"data":"\u00fc"}'),
  paymentResponse: 'eyJ9',
  nowMs: 1_790_000_000_000,
};

/** A signer that records how it was asked to sign. */
function watched(): { readonly signer: Signer; readonly asked: string[] } {
  const itself = signerFromPem(generateKeyPem());
  const asked: string[] = [];
  const signer: Signer = {
    ...itself,
    sign: (bytes) => (asked.push('here'), itself.sign(bytes)),
    signOffLoop: (bytes) => (asked.push('off the loop'), itself.signOffLoop(bytes)),
  };
  return { signer, asked };
}

test('a receipt is the same wherever it is signed, and is signed off the event loop when several payments are under way', async () => {
  const { signer, asked } = watched();

  const receipts = await Promise.all([1, 3, 4, 50].map((inFlight) => signReceipt(signer, { ...PIECES, inFlight })));

  expect(asked).toEqual(['here', 'here', 'off the loop', 'off the loop']);
  expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1);
});

test.each([1, 4])('a receipt of %i payments under way verifies with the published key', async (inFlight) => {
  const { signer } = watched();

  const receipt = await signReceipt(signer, { ...PIECES, inFlight });

  const parameters = receipt['Signature-Input']!.replace(/^receipt=/, '');
  const signature = Buffer.from(/^receipt=:(.*):$/.exec(receipt['Signature']!)![1]!, 'base64');
  const base = receiptBase(receipt['Content-Digest']!, PIECES, parameters);
  const verifier = verifierFromJwk(signer.publicJwk);
  expect(verifier.verify(Buffer.from(base), signature)).toBe(true);
  expect(verifier.verify(Buffer.from(`${base} `), signature)).toBe(false);
});

test('of a body that is not held, its digest is enough', async () => {
  const { signer } = watched();
  const sha256 = createHash('sha256').update(PIECES.body).digest('hex');

  const held = await signReceipt(signer, { ...PIECES, inFlight: 1 });

  expect(await signReceipt(signer, { ...PIECES, body: { sha256 }, inFlight: 1 })).toEqual(held);
});

test('of a body that is sent coded, the digest before that is signed', async () => {
  const { signer } = watched();

  const plain = await signReceipt(signer, { ...PIECES, inFlight: 1 });
  const coded = await signReceipt(signer, { ...PIECES, isCoded: true, inFlight: 1 });

  expect(coded['Content-Digest']).toBeUndefined();
  expect(coded['Unencoded-Digest']).toBe(plain['Content-Digest']);
  expect(coded['Signature-Input']).toContain('"unencoded-digest"');
  expect(coded['Signature']).not.toBe(plain['Signature']);
});

/** RFC 9421 section 2.5 and RFC 9530 by hand, without a line of the code that signs. */
test.each([
  ['with a settlement', 'eyJ9', false],
  ['without one', '', false],
  ['coded', 'eyJ9', true],
])('its headers and what is signed are those of the standards: %s', async (_what, paymentResponse, isCoded) => {
  const { signer } = watched();
  const receipt = await signReceipt(signer, { ...PIECES, paymentResponse, isCoded, inFlight: 1 });

  const field = isCoded ? 'unencoded-digest' : 'content-digest';
  const digest = `sha-256=:${createHash('sha256').update(PIECES.body).digest('base64')}:`;
  const settled = paymentResponse === '' ? '' : ' "payment-response"';
  const parameters = `("@status" "${field}" "@target-uri";req${settled});created=1790000000;keyid="${signer.keyId}";alg="ed25519"`;
  const lines = [
    '"@status": 200',
    `"${field}": ${digest}`,
    '"@target-uri";req: https://api.example.com/v1/eol/nodejs',
    ...(paymentResponse === '' ? [] : ['"payment-response": eyJ9']),
    `"@signature-params": ${parameters}`,
  ];
  expect(receipt).toEqual({
    [isCoded ? 'Unencoded-Digest' : 'Content-Digest']: digest,
    'Signature-Input': `receipt=${parameters}`,
    Signature: expect.stringMatching(/^receipt=:[A-Za-z0-9+/]{86}==:$/),
  });
  const signature = Buffer.from(receipt['Signature']!.slice('receipt=:'.length, -1), 'base64');
  expect(verifierFromJwk(signer.publicJwk).verify(Buffer.from(lines.join('\n')), signature)).toBe(true);
});
