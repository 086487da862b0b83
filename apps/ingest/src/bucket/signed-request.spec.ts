import { claimedSignature, requiredSignature } from '../testing/request-signature';
import { signedHeaders } from './signed-request';

/** The key, the bucket and the second of Amazon's own examples. */
const settings = {
  region: 'us-east-1',
  credentials: {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    sessionToken: null,
  },
};
const AT = Date.UTC(2013, 4, 24);
const HOST = 'examplebucket.s3.amazonaws.com';
const STORED = '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072';

// Signatures that Amazon publishes for these requests; the server of our tests must come to the same by its own way.
it.each([
  ['GET', '/?lifecycle', {}, undefined, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['GET', '/?max-keys=2&prefix=J', {}, undefined, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  [
    'PUT',
    '/test%24file.text',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    STORED,
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
] as const)('signs %s %s as Amazon does', async (method, target, headers, sha256, signature) => {
  const sent = { method, url: `https://${HOST}${target}`, headers, ...(sha256 && { sha256 }) };
  const signed: Readonly<Record<string, string>> = { host: HOST, ...(await signedHeaders(sent, settings, AT)) };
  const claimed = claimedSignature(signed['authorization'] ?? '');

  expect(claimed).toMatchObject({ accessKeyId: 'AKIAIOSFODNN7EXAMPLE', day: '20130524', signature });
  const { secretAccessKey } = settings.credentials;
  expect(requiredSignature({ method, target, headers: signed }, claimed!, secretAccessKey)).toBe(signature);
});

it('sends the token of temporary credentials, signed', async () => {
  const credentials = { ...settings.credentials, sessionToken: 'temporary' };
  const sent = { method: 'GET', url: `https://${HOST}/a`, headers: {} } as const;
  const signed = await signedHeaders(sent, { ...settings, credentials }, AT);

  expect(signed['x-amz-security-token']).toBe('temporary');
  expect(claimedSignature(signed['authorization'] ?? '')?.signedHeaders).toContain('x-amz-security-token');
});
