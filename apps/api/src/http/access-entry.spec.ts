import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnyRoute } from '../catalogue/define-route';
import { accessEntry } from './access-entry';

const request = { headers: {}, rawHeaders: [] } as unknown as IncomingMessage;
const response = { writableEnded: true, statusCode: 200, getHeader: () => undefined } as unknown as ServerResponse;
const route = (price: string): AnyRoute => ({ operationId: 'someRoute', price }) as unknown as AnyRoute;

test.each([
  ['a path that is none', undefined, false, 'none'],
  ['a free route', route('free'), false, 'free'],
  ['a price without a payment', route('0.001'), false, 'offer'],
  ['a price with a payment', route('0.001'), true, 'paid'],
])('the access log says of %s what it was', (_what, seen, paying, kind) => {
  const entry = accessEntry(request, response, { route: seen, paying, record: { startedMs: 5 } }, 12);

  expect(entry).toMatchObject({ kind, route: seen?.operationId ?? 'none', status: 200, ms: 7 });
  expect(Object.keys(entry)).not.toContain('payer');
});

test('of an answer that its client did not wait for there is no status', () => {
  const gone = { ...response, writableEnded: false } as ServerResponse;

  expect(accessEntry(request, gone, { route: undefined, paying: false, record: { startedMs: 5 } }, 6).status).toBe(0);
});
