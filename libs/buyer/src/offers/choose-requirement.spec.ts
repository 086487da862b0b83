import type { OfferedRequirement, PaymentRequired } from '@stackcheck/payment-x402/wire';
import { NETWORKS } from '@stackcheck/payment-x402/wire';
import { chooseRequirement, type Pins } from './choose-requirement';
import { offersResource } from './same-resource';

const [network] = NETWORKS;
const PAY_TO = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';
const PAYER = `0x${'b0'.repeat(20)}`;
const URL = 'https://seller.example/a?b=1';
const pins: Pins = { network: network!, payTo: PAY_TO.toLowerCase(), payer: PAYER };

const good: OfferedRequirement = {
  ...{ scheme: 'exact', network: 'eip155:8453', amount: 1_000n, asset: network!.usdc, payTo: PAY_TO },
  ...{ maxTimeoutSeconds: 60, domainName: 'USD Coin', domainVersion: '2', offered: {} },
};
const offer = (...accepts: Partial<OfferedRequirement>[]): PaymentRequired => ({
  ...{ x402Version: 2, error: null, resource: { url: URL }, unreadable: [], extensions: {} },
  accepts: accepts.map((change) => ({ ...good, ...change })),
});

describe('the way to pay', () => {
  it('is the cheapest of those that fit the pins', () => {
    const choice = chooseRequirement(
      offer(
        { amount: 3_000n },
        { amount: 500n, network: 'eip155:1' },
        { amount: 2_000n, asset: good.asset.toLowerCase() },
      ),
      URL,
      pins,
    );

    expect(choice).toMatchObject({ kind: 'chosen', requirement: { amount: 2_000n } });
  });

  it.each<[string, Partial<OfferedRequirement>, string, string | null]>([
    ['another scheme', { scheme: 'upto' }, 'scheme upto, not exact', null],
    [
      'Permit2',
      { offered: { extra: { assetTransferMethod: 'permit2' } } },
      'transfer by permit2 with flow authorization',
      null,
    ],
    ['payment before the answer', { offered: { extra: { paymentFlow: 'upfront' } } }, 'with flow upfront', null],
    ['another network', { network: 'eip155:1' }, 'network eip155:1, not eip155:8453', 'network'],
    ['another asset', { asset: PAY_TO }, `asset ${PAY_TO}, not ${network!.usdc}`, 'asset'],
    ['another domain name', { domainName: 'USDC' }, 'domain USDC 2, not USD Coin 2', 'domain'],
    ['no domain', { domainName: null, domainVersion: null }, 'not USD Coin 2', 'domain'],
    ['another recipient', { payTo: `0x${'11'.repeat(20)}` }, `payTo 0x${'11'.repeat(20)}, not 0x2096`, 'payTo'],
    ['no recipient', { payTo: `0x${'00'.repeat(20)}` }, 'which is none', null],
    ['the payer itself', { payTo: PAYER.toUpperCase().replace('X', 'x') }, 'recipient is the payer', null],
    ['nothing to pay', { amount: 0n }, 'price 0', null],
    ['a short window', { maxTimeoutSeconds: 9 }, 'window of 9 s', null],
    ['no window', { maxTimeoutSeconds: Number.NaN }, 'window of NaN s', null],
  ])('is none with a reason: %s', (_name, change, reason, field) => {
    const choice = chooseRequirement(offer(change), URL, pins);

    expect(choice).toMatchObject({
      kind: 'none',
      reasons: [expect.stringContaining(reason)],
      changed: field && { field },
    });
  });

  it('names of several the pin that was broken last', () => {
    const choice = chooseRequirement(
      offer({ network: 'eip155:1' }, { payTo: `0x${'11'.repeat(20)}` }, { asset: PAY_TO }),
      URL,
      pins,
    );

    expect(choice).toMatchObject({ kind: 'none', changed: { field: 'payTo' } });
  });

  it('is none where the offer is for another resource', () => {
    expect(chooseRequirement(offer({}), 'https://seller.example/other', pins)).toMatchObject({ kind: 'none' });
  });
});

describe('an offer is for what was asked', () => {
  const asked = 'https://seller.example/v1/eol/nodejs/20?as_of=2030-01-01';
  it.each([
    [asked, true],
    ['https://SELLER.example:443/v1/eol/nodejs/20?as_of=2030-01-01', true],
    ['https://seller.example/v1/eol/nodejs/20', true],
    ['https://seller.example/v1/eol/:product/:cycle', true],
    ['https://seller.example/v1/eol/:product', false],
    ['https://seller.example/v1/eol/:product/21', false],
    ['https://seller.example/v1/eol/nodejs/20?as_of=2031-01-01', false],
    ['https://seller.example/v1/eol/nodejs', false],
    ['http://seller.example/v1/eol/nodejs/20', false],
    ['https://other.example/v1/eol/nodejs/20', false],
    ['https://seller.example@other.example/v1/eol/nodejs/20', false],
    ['/v1/eol/nodejs/20', false],
  ])('%s: %s', (offered, is) => {
    expect(offersResource(offered, asked)).toBe(is);
  });
});
