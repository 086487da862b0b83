import type { IncomingMessage } from 'node:http';
import { clientKey } from '@stackcheck/payment-x402/refusals';
import { clientAddress } from './client-address';

/** `SPOOFED_HEADERS=1000000` for the whole flood. */
const HEADERS = Number(process.env['SPOOFED_HEADERS'] ?? 100_000);
const PROXY = '10.0.0.1';
const CLIENT = '203.0.113.9';

/** Whatever a client can think of. */
function forged(seed: number): string {
  const ipv4 = `${seed & 255}.${(seed >> 8) & 255}.${(seed >> 16) & 255}.7`;
  const forms = [
    ipv4,
    `2001:db8::${(seed & 0xffff).toString(16)}`,
    `::ffff:${ipv4}`,
    `${ipv4}, ${ipv4}`,
    `x${seed}, ${ipv4}`,
  ];
  return forms[seed % forms.length]!;
}

const request = (remoteAddress: string, header: string): IncomingMessage =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': header } }) as unknown as IncomingMessage;

it.each<[string, number | readonly string[], (header: string) => IncomingMessage]>([
  ['without a proxy', 0, (header) => request(CLIENT, header)],
  ['behind one proxy', 1, (header) => request(PROXY, `${header}, ${CLIENT}`)],
  ['behind proxies of a range', ['10.0.0.0/8'], (header) => request(PROXY, `${header}, ${CLIENT}, 10.9.9.9`)],
])(`${HEADERS} distinct X-Forwarded-For change no key %s`, (_name, trust, made) => {
  const addressOf = clientAddress(trust);
  const keys = new Set<string>();

  for (let seed = 0; seed < HEADERS; seed++) keys.add(clientKey(addressOf(made(forged(seed)))));

  expect([...keys]).toEqual([CLIENT]);
});
