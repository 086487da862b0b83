import { floodUnsigned } from '../attackers/flood-unsigned';
import type { Attack } from './attack';

const CONNECTIONS = 3;
/** As many empty objects as fit into a body. */
const EMPTY = `[${Array(21_000).fill('{}').join()}]`;
const post = (target: string, body: string) => ({ method: 'POST', target, body });

/** Lists of lists where a list is wanted, and lists where none is. */
const REQUESTS = [
  post('/v1/eol/check', `{"items":[${EMPTY}]}`),
  post('/v1/eol/check', `{"items":${EMPTY}}`),
  post('/v1/stack/check', `{"items":[${EMPTY}]}`),
  post('/v1/stack/check', `{"items":[{"product":"nodejs","version":"24"}],"policy":${EMPTY}}`),
  post('/v1/stack/watch', `{"token":"x","add":{"items":[${EMPTY}]}}`),
  post('/v1/stack/watch', `{"items":[{"product":"nodejs","version":"24"}],"policy":[${EMPTY}]}`),
  post('/v1/osv/check', `{"purls":[${EMPTY}]}`),
];

/** Bodies that take long to be found wrong. */
export const malformedLists: Attack = {
  name: 'malformed-lists',
  what: 'bogus payments for lists of 21,000 empty objects in wrong places',
  shopping: 'answers',
  run: (field) => floodUnsigned(field, REQUESTS, CONNECTIONS),
};
