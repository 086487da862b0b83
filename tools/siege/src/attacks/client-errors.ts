import { floodUnsigned } from '../attackers/flood-unsigned';
import type { Attack } from './attack';

const CONNECTIONS = 8;
const ITEMS = 50;
const LONG_NAME = 200;

const post = (target: string, body: unknown) => ({ method: 'POST', target, body: JSON.stringify(body) });
const unheardOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    product: `${'unheard-of'.repeat(18)}${n}`.slice(0, LONG_NAME),
    version: '1',
  }));

/** One of each kind: an id that is not known, a body that is wrong, one that holds too much. */
const REQUESTS = [
  { target: `/v1/eol/${'nodejs'.repeat(33)}` },
  { target: '/v1/eol/nodejs/999' },
  post('/v1/eol/check', { items: unheardOf(ITEMS) }),
  post('/v1/eol/check', { items: [{ product: 'nodejs', version: 24 }] }),
  post('/v1/eol/check', { items: unheardOf(ITEMS + 1) }),
  post('/v1/osv/check', { purls: Array(ITEMS).fill('no purl') }),
];

/** Errors that nobody is charged for, and that no refusal is counted for. */
export const clientErrors: Attack = {
  name: 'client-errors',
  what: 'bogus payments for what ends in 404, 400 or 413',
  shopping: 'answers',
  run: (field) => floodUnsigned(field, REQUESTS, CONNECTIONS),
};
