import { SAMPLE_TERMS } from '@stackcheck/payment-x402/testing';
import { baseUrlOf, termsOf } from './terms-of';

test.each([
  ['https://jokes.example.com', 'https://jokes.example.com'],
  ['https://jokes.example.com/', 'https://jokes.example.com'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
  ['https://example.com/jokes/v1', 'https://example.com/jokes/v1'],
  ['https://example.com/jokes//', 'https://example.com/jokes'],
  ['HTTPS://Example.com/Jokes', 'https://example.com/Jokes'],
])('the base URL %s is %s', (baseUrl, kept) => {
  expect(baseUrlOf({ baseUrl })).toBe(kept);
});

test.each(['httpx://example.com', 'xhttp://example.com', 'ws://example.com', 'https:/?a', ''])(
  '%j is none',
  (baseUrl) => {
    expect(() => baseUrlOf({ baseUrl })).toThrow(/^baseUrl must be an absolute/);
  },
);

test('the terms are those of USDC on the network, and of the recipient in the spelling that checks itself', () => {
  const payTo = SAMPLE_TERMS.payTo.toLowerCase();

  expect(termsOf({ network: 'eip155:84532', payTo })).toEqual(SAMPLE_TERMS);
  expect(termsOf({ network: 'eip155:8453', payTo })).toMatchObject({ chainId: 8453, networkName: 'base' });
});
