import type { IncomingMessage } from 'node:http';
import { requestIdOf, requestIdToSend } from './request-id';

const asked = (headers: Readonly<Record<string, string>>): IncomingMessage =>
  ({ headers }) as unknown as IncomingMessage;

const OURS = /^[0-9a-f]{12}-[0-9a-z]+$/;

it.each([
  ['a'.repeat(7), false],
  ['a'.repeat(8), true],
  ['A-1b2c3d4e5-Z9', true],
  ['a'.repeat(64), true],
  ['a'.repeat(65), false],
  ['a1b2c3d4_', false],
  ['a1b2c3d4 ', false],
  [' a1b2c3d4', false],
  ['a1b2c3d4\n', false],
])('the id %j of a request is taken: %s', (given, isTaken) => {
  const id = requestIdOf(asked({ 'x-request-id': given }));

  expect(id === given).toBe(isTaken);
  if (!isTaken) expect(id).toMatch(OURS);
});

it('a request keeps its id, and no other has it', () => {
  const [one, other] = [asked({}), asked({})];

  expect(requestIdOf(one)).toBe(requestIdOf(one));
  expect(requestIdOf(one)).not.toBe(requestIdOf(other));
});

it.each([
  ['a plain offer', 402, {}, false],
  ['a refused payment', 402, { 'payment-signature': 'x' }, true],
  ['a refused payment of x402 v1', 402, { 'x-payment': 'x' }, true],
  ['any other answer', 200, {}, true],
])('%s carries an id that is made here, with status %d', (_what, status, headers, carries) => {
  const request = asked(headers);
  const sent = requestIdToSend(request, status);

  expect(sent).toBe(carries ? requestIdOf(request) : undefined);
  expect(requestIdToSend(asked({ ...headers, 'x-request-id': 'a1b2c3d4' }), status)).toBe('a1b2c3d4');
});
