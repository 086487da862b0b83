import { unclaimed } from './unclaimed';

it.each([
  [{ kind: 'payment_exists' }, 'payment_in_progress'],
  [{ kind: 'identifier_exists' }, 'payment_id_conflict'],
  [{ kind: 'called_free' }, 'payment_invalid'],
] as const)('a claim that ends in %j is answered %s', (outcome, code) =>
  expect(unclaimed(outcome)).toMatchObject({ kind: 'refused', code }),
);
