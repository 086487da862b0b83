import { usdToAtomic } from '@stackcheck/contract';
import { isCalendarDate } from '@stackcheck/contract/calendar-date';
import { nearestName } from '@stackcheck/contract/spelling';
import { isPlainText, quoted } from '@stackcheck/contract/wording';
import { isCredential } from '@stackcheck/payment-l402';
import { readToken } from '@stackcheck/payment-l402/wire';
import { decodeHeader, parseStrictJson, readPayment } from '@stackcheck/payment-x402/read';
import { clientKeys, widerClientKey } from '@stackcheck/payment-x402/refusals';
import { recoverAddress } from '@stackcheck/payment-x402/signature';
import { networkNamed, networkOf, type PaymentTerms } from '@stackcheck/payment-x402/terms';
import {
  canonicalResource,
  isSameResource,
  parsePaymentPayload,
  parsePaymentPayloadV1,
  readIdentifier,
  readPaymentRequired,
  readSettleResponse,
} from '@stackcheck/payment-x402/wire';
import {
  canonicalJson,
  generateKeyPem,
  parseKeySet,
  sha256Hex,
  signerFromPem,
  verifyAnswer,
} from '@stackcheck/signing';
import { verifierFromJwk } from '@stackcheck/signing';
import { fromBase64Url } from '@stackcheck/signing/bytes';
import { verifyPayload } from '@stackcheck/signing/envelope';
import { nodeSealing } from '@stackcheck/stack-core/node';
import { openToken } from '@stackcheck/stack-core/token';
import { parsersOf, type Parser } from './parser';

/** The parsers of what is signed, sealed and paid with, and of the amounts and words of the contract. */
export function wireParsers(): readonly Parser[] {
  const { publicJwk } = signerFromPem(generateKeyPem());
  const verifier = verifierFromJwk(publicJwk);
  const ring = [{ id: 'k1', secret: new Uint8Array(32) }];
  const body = new TextEncoder().encode('{}');
  return [
    ...parsersOf('contract', {
      usdToAtomic: [usdToAtomic, '1.', '0'],
      isCalendarDate: [isCalendarDate, '2021-'],
      isPlainText: [isPlainText],
      quoted: [(text) => quoted(text, 80)],
      nearestName: [(text) => nearestName(text, ['nodejs', 'python'])],
    }),
    ...parsersOf('signing', {
      parseKeySet: [parseKeySet, '{"keys":[', '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"'],
      signerFromPem: [signerFromPem, '-----BEGIN PRIVATE KEY-----\n'],
      verifierFromJwk: [(text) => verifierFromJwk({ ...publicJwk, x: text }), 'AA'],
      fromBase64Url: [fromBase64Url, 'AA'],
      canonicalJson: [(text) => canonicalJson({ [text]: [text] })],
      sha256Hex: [sha256Hex],
      verifyPayload: [(text) => verifyPayload(verifier, 'application/json', body, text), 'AA'],
      'verifyAnswer, headers': [
        (text) =>
          verifyAnswer({
            url: 'https://a.example/',
            headers: signedHeaders(text),
            body,
            manifests: [],
            keys: { keys: [publicJwk] },
          }),
        'sha-256=:',
        'receipt=(',
        'receipt=("@status"',
      ],
      'verifyAnswer, body': [
        (text) =>
          verifyAnswer({
            url: text,
            headers: {},
            body: new TextEncoder().encode(text),
            manifests: [text],
            keys: { keys: [] },
          }),
        '{"meta":{"snapshot_id":"',
      ],
    }),
    ...parsersOf('stack-core', { openToken: [(text) => openToken(text, ring, 0, nodeSealing), 'w1.k1.'] }),
    ...parsersOf('payment-l402', {
      isCredential: [isCredential, 'L402 ', 'LSAT '],
      readToken: [readToken, 'AgE', '0201'],
    }),
    ...parsersOf('payment-x402', {
      decodeHeader: [decodeHeader, 'eyJ'],
      'decodeHeader, JSON': [(text) => decodeHeader(Buffer.from(text).toString('base64')), '{"a":', '["'],
      parseStrictJson: [(text) => parseStrictJson(text, 64), '{"a":', '[', '"'],
      readPayment: [(text) => readPayment({ paymentSignature: [text], xPayment: [] }, TERMS), 'eyJ'],
      'readPaymentRequired, header': [(header) => readPaymentRequired({ header, body: undefined }), 'eyJ'],
      'readPaymentRequired, body': [(text) => readPaymentRequired({ header: null, body: OFFER(text) })],
      readSettleResponse: [readSettleResponse, 'eyJ'],
      parsePaymentPayload: [
        (text) => parsePaymentPayload({ x402Version: 2, payload: text, accepted: { scheme: text, amount: text } }),
      ],
      parsePaymentPayloadV1: [
        (text) =>
          parsePaymentPayloadV1({ x402Version: 1, scheme: 'exact', network: text, payload: { signature: text } }),
        '0x',
      ],
      readIdentifier: [(text) => readIdentifier({ 'payment-identifier': { info: { id: text } } })],
      canonicalResource: [canonicalResource, 'https://a/', 'https://a/?', 'https://'],
      isSameResource: [(text) => isSameResource(text, 'https://a/'), 'https://a/?'],
      networkNamed: [networkNamed],
      networkOf: [networkOf, 'eip155:'],
      recoverAddress: [(text) => recoverAddress(`0x${'1'.repeat(64)}`, text), '0x'],
      clientKeys: [clientKeys, '1.', '::', '2001:'],
      widerClientKey: [widerClientKey, '::'],
    }),
  ];
}

const TERMS: PaymentTerms = {
  ...{ network: 'eip155:84532', networkName: 'base-sepolia', chainId: 84532, assetName: 'USDC', assetVersion: '2' },
  ...{ asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', payTo: '0x000000000000000000000000000000000000dEaD' },
};

const OFFER = (text: string) => ({
  x402Version: 1,
  accepts: [{ scheme: 'exact', network: text, maxAmountRequired: text, resource: text, payTo: text, asset: text }],
});

const signedHeaders = (text: string) => ({ 'content-digest': text, signature: text, 'signature-input': text });
