import { ROUTES, exampleTarget } from '@stackcheck/api';
import type { Exchange } from '../measure/mixed-load';
import { randomNumbers } from '../measure/random';
import { toExchange, type RequestParts } from './wire';

/** A kind of request and how many of a hundred are of it. */
type Kind = readonly [ofHundred: number, make: (random: () => number) => Exchange];

const PAID = ROUTES.filter(({ price, implemented }) => price !== 'free' && implemented !== false);
const FREE = ROUTES.filter(({ price }) => price === 'free');

/** What strangers send who pay nothing, most of it harmless and much of it made up: caches keyed by it must stay small. */
const KINDS: readonly Kind[] = [
  [30, (random) => toExchange(unpaid(random))],
  [
    14,
    (random) => toExchange({ ...unpaid(random), target: `${unpaid(random).target.split('?')[0]}?${query(random)}` }),
  ],
  [10, (random) => toExchange({ target: `/v1/eol/${word(random)}/${word(random)}` })],
  [5, (random) => toExchange({ target: exampleTarget(pick(FREE, random)) })],
  [3, (random) => toExchange({ target: `/p/${word(random)}`, headers: { Accept: `text/${word(random)}` } })],
  [4, (random) => toExchange({ target: `/v1/validate?dataset=eol&id=${word(random)}` })],
  [2, (random) => toExchange({ target: `/v1/models/index?provider=${word(random)}` })],
  [7, (random) => toExchange({ target: `/${word(random)}/${word(random)}?${query(random)}` })],
  [3, (random) => toExchange({ ...unpaid(random), method: pick(['PUT', 'DELETE', 'PATCH', 'TRACE'], random) })],
  [2, (random) => toExchange({ ...unpaid(random), method: pick(['HEAD', 'OPTIONS'], random) })],
  [9, malformedPayment],
  [1, (random) => toExchange({ ...unpaid(random), headers: { ...from(random), 'Accept-Payment': 'l402' } })],
  [
    1,
    (random) =>
      toExchange({
        ...unpaid(random),
        headers: { ...from(random), Authorization: `L402 ${word(random)}:${hex(64, random)}` },
      }),
  ],
  [
    2,
    (random) => ({
      bytes: `POST /v1/eol/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9${digits(8, random)}\r\n\r\n`,
    }),
  ],
  [1, sentTooMuch],
  [2, (random) => ({ bytes: `GET /v1/eol/nodejs HTTP/1.1\r\nHost: localhost\r\nX-${word(random)}: `, hangsUp: true })],
  [1, (random) => ({ ...toExchange(unpaid(random)), hangsUp: true })],
  [1, (random) => ({ bytes: `${word(random)}\r\n\r\n`, mayBreakOff: true })],
  [
    2,
    (random) => toExchange({ target: `/v1/eol/%zz${word(random)}`, headers: { [`X-${word(random)}`]: word(random) } }),
  ],
];

const BY_PERCENT: readonly Kind[] = KINDS.flatMap((kind) => Array.from({ length: kind[0] }, () => kind));

/** So many requests without a good payment, the same ones for the same seed. */
export function* unpaidTraffic(count: number, seed: number): Generator<Exchange, undefined> {
  const random = randomNumbers(seed);
  for (let made = 0; made < count; made++) yield pick(BY_PERCENT, random)[1](random);
  return undefined;
}

/** So many payments that cannot be read, each from another address: they fill what is remembered of clients. */
export function* refusedClients(count: number): Generator<Exchange, undefined> {
  const random = randomNumbers(count);
  for (let made = 0; made < count; made++) yield malformedPayment(random);
  return undefined;
}

function unpaid(random: () => number): RequestParts {
  const route = pick(PAID, random);
  return { method: route.method, target: exampleTarget(route) };
}

function malformedPayment(random: () => number): Exchange {
  const payload = { x402Version: 2, scheme: 'exact', network: word(random), payload: { signature: hex(130, random) } };
  const value = random() < 0.5 ? hex(200, random) : Buffer.from(JSON.stringify(payload)).toString('base64');
  return toExchange({ ...unpaid(random), headers: { ...from(random), 'PAYMENT-SIGNATURE': value } });
}

/** A body over the limit that is really sent, in chunks, so that nothing announces it. */
function sentTooMuch(random: () => number): Exchange {
  const payment = `PAYMENT-SIGNATURE: ${hex(64, random)}\r\n`;
  const head = `POST /v1/eol/check HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address(random)}\r\n${payment}`;
  const piece = `4000\r\n${'['.repeat(0x4000)}\r\n`;
  return { bytes: `${head}Transfer-Encoding: chunked\r\n\r\n${piece.repeat(5)}0\r\n\r\n`, mayBreakOff: true };
}

const from = (random: () => number) => ({ 'X-Forwarded-For': address(random) });

function address(random: () => number): string {
  const part = () => Math.floor(random() * 65_536);
  const [a, b] = [part(), part()];
  // Documentation's own networks are too small (RFC 5737), so whole unicast space is drawn from.
  return random() < 0.5
    ? `2001:${a.toString(16)}:${b.toString(16)}:${part().toString(16)}::1`
    : `${1 + (a % 220)}.${a >> 8}.${b >> 8}.${b & 255}`;
}

function query(random: () => number): string {
  return `${word(random)}=${word(random)}`;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

const word = (random: () => number) => text(LETTERS, 3 + Math.floor(random() * 18), random);
const hex = (length: number, random: () => number) => text('0123456789abcdef', length, random);
const digits = (length: number, random: () => number) => text('0123456789', length, random);

function text(letters: string, length: number, random: () => number): string {
  let made = '';
  for (let at = 0; at < length; at++) made += letters[Math.floor(random() * letters.length)];
  return made;
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)]!;
}
