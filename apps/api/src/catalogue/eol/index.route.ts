import { eolIndex as query } from '@stackcheck/queries/eol';
import { defineRoute } from '../define-route';
import { publishOnce } from '../publish-once';
import { viewOf } from '../view-of';

export const eolIndex = defineRoute({
  ...viewOf(query, () => ({}), { write: (_input, deps, data) => publishOnce(deps, deps.data('eol'), 'index', data) }),
  method: 'GET',
  path: '/v1/eol/index',
  tags: ['eol', 'free'],
  summary: 'Valid product ids',
  description: 'The ids, labels and aliases of all products of the current snapshot.',
  price: 'free',
  errors: [],
  example: {},
});
