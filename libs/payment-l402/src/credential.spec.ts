import { parseL402, parseL402Authorization } from '@getalby/lightning-tools';
import { createHash } from 'node:crypto';
import { challengeLines } from './challenge';
import { isCredential, readCredential } from './credential';
import { mintMacaroon } from './macaroon';
import { encodeIdentifier } from './token-identifier';
import { writeToken } from './token-text';

const PREIMAGE = 'a1'.repeat(32);
const HASH = createHash('sha256').update(Buffer.from(PREIMAGE, 'hex')).digest();
const token = (paymentHash: Uint8Array) =>
  writeToken(
    mintMacaroon(Buffer.alloc(32), {
      location: 'stackcheck',
      identifier: encodeIdentifier({ paymentHash, tokenId: Buffer.alloc(32, 9) }),
      caveats: ['services=stackcheck:0'],
    }),
  );
const OURS = token(HASH);
const OTHER = token(Buffer.alloc(32, 5));

describe('the Authorization header', () => {
  it.each([
    [`L402 ${OURS}:${PREIMAGE}`],
    [`LSAT ${OURS}:${PREIMAGE}`],
    [`L402   ${OURS}:${PREIMAGE}`],
    [`l402 ${OURS}:${PREIMAGE.toUpperCase()}`],
    [`L402 ${OTHER},${OURS}:${PREIMAGE}`],
    [`L402 ${OURS.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')}:${PREIMAGE}`],
  ])('is read: %s', (header) => {
    expect(readCredential([header])).toMatchObject({
      kind: 'read',
      credential: { paymentHash: HASH.toString('hex'), tokenId: '09'.repeat(32) },
    });
  });

  it.each([
    ['no preimage', [`L402 ${OURS}`]],
    ['nothing', ['L402']],
    ['a short preimage', [`L402 ${OURS}:${PREIMAGE.slice(2)}`]],
    ['a long preimage', [`L402 ${OURS}:${PREIMAGE}00`]],
    ['a preimage that is not hex', [`L402 ${OURS}:${'zz'.repeat(32)}`]],
    ['the preimage of another invoice', [`L402 ${OURS}:${'b2'.repeat(32)}`]],
    ['the token of another invoice', [`L402 ${OTHER}:${PREIMAGE}`]],
    ['something before it', [`L402 x L402 ${OURS}:${PREIMAGE}`]],
    ['something after it', [`L402 ${OURS}:${PREIMAGE} `]],
    ['no token', [`L402 :${PREIMAGE}`]],
    ['an empty token in the list', [`L402 ${OURS},:${PREIMAGE}`]],
    ['more tokens than are read', [`L402 ${[OTHER, OTHER, OTHER, OTHER, OURS].join(',')}:${PREIMAGE}`]],
    ['two headers', [`L402 ${OURS}:${PREIMAGE}`, `L402 ${OURS}:${PREIMAGE}`]],
    ['two headers of which one is another scheme', ['Basic eDp5', `L402 ${OURS}:${PREIMAGE}`]],
    ['a whole book', [`L402 ${OURS}${'A'.repeat(9_000)}:${PREIMAGE}`]],
  ])('is malformed with %s', (_name, headers) => {
    expect(readCredential(headers)).toEqual({ kind: 'malformed', message: expect.stringMatching(/^[A-Z].{10,}\.$/) });
  });

  it('of more than 8 KiB is not looked into', () => {
    const headers = [`L402 ${OURS}${'A'.repeat(9_000)}:${PREIMAGE}`];

    expect(readCredential(headers)).toMatchObject({ message: expect.stringContaining('of the form') });
  });

  it.each([
    [8_192, 'read'],
    [8_193, 'malformed'],
  ])('of %d characters is %s', (length, kind) => {
    const credential = `${OURS}:${PREIMAGE}`;

    expect(readCredential([`L402${' '.repeat(length - 4 - credential.length)}${credential}`]).kind).toBe(kind);
  });

  it.each<[string, string]>([
    ['Send one Authorization header.', `L402 ${OURS}:${PREIMAGE}\n`],
    ['The credential is not of the form L402 <base64 macaroon>:<64 hex digits>.', 'L402'],
    ['A macaroon cannot be decoded.', `L402 AAAA:${PREIMAGE}`],
    ['A macaroon cannot be decoded.', `L402 ${OURS},AAAA:${PREIMAGE}`],
    ['The preimage does not belong to the macaroon.', `L402 ${OTHER}:${PREIMAGE}`],
  ])('is refused with the words: %s', (message, lines) => {
    expect(readCredential(lines.split('\n'))).toEqual({ kind: 'malformed', message });
  });

  it.each([1, 2, 3, 4])('may hold %d tokens, of which the paid one counts', (count) => {
    const tokens = [...Array<string>(count - 1).fill(OTHER), OURS];

    expect(readCredential([`L402 ${tokens.join(',')}:${PREIMAGE}`]).kind).toBe('read');
    expect(readCredential([`L402 ${tokens.reverse().join(',')}:${PREIMAGE}`]).kind).toBe('read');
  });

  it('says how many tokens are read at most', () => {
    const headers = [`L402 ${[OURS, OURS, OURS, OURS, OURS].join(',')}:${PREIMAGE}`];

    expect(readCredential(headers)).toEqual({ kind: 'malformed', message: 'At most 4 macaroons are read.' });
  });

  it.each([[[]], [['Basic eDp5']], [['Bearer L402']], [['L4020 x:y']]])('is none of ours: %j', (headers) => {
    expect(readCredential(headers)).toEqual({ kind: 'none' });
    expect(headers.some(isCredential)).toBe(false);
  });
});

describe('the challenge', () => {
  const invoice = 'lnbc10n1pj0exampleinvoice';
  const lines = challengeLines(OURS, invoice);

  it('has the newer scheme before the older one', () => {
    expect(challengeLines('dG9rZW4=', 'lnbc1')).toEqual([
      'L402 version="0", token="dG9rZW4=", macaroon="dG9rZW4=", invoice="lnbc1"',
      'LSAT macaroon="dG9rZW4=", invoice="lnbc1"',
    ]);
  });

  it("is found by the expression of aperture's client in each line, and in both together", () => {
    const expression = /(LSAT|L402) macaroon="(.*?)", invoice="(.*?)"/;

    expect(expression.exec(lines[1]!)?.slice(2)).toEqual([OURS, invoice]);
    expect(expression.exec(lines.join(', '))?.slice(2)).toEqual([OURS, invoice]);
  });

  it("is parsed by Alby's client, line by line and as fetch joins them", () => {
    for (const header of [...lines, lines.join(', ')])
      expect(parseL402(header)).toMatchObject({ token: OURS, invoice });
  });

  it("comes back in Alby's form of the credential", () => {
    const header = `L402 ${OURS}:${PREIMAGE}`;

    expect(parseL402Authorization(header)).toEqual({ token: OURS, preimage: PREIMAGE });
    expect(readCredential([header]).kind).toBe('read');
  });
});
