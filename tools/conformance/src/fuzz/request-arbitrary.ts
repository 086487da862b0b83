import fc from 'fast-check';
import type { Operation, ServedApi } from '../oracle/served-api';
import { bodiesOf } from './body-arbitraries';
import type { FuzzRequest, PaymentPlan } from './fuzz-request';
import { contentTypes, hosts, moreHeaders } from './header-arbitraries';
import { payments } from './payment-arbitraries';
import type { SchemaContext } from './schema-arbitraries';
import { targetsOf } from './target-arbitraries';
import { wordsOf } from './words';

const OTHER_METHODS = [
  'HEAD',
  'HEAD',
  'OPTIONS',
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'FOO',
  'get',
];

/** Requests to a service, made from its own description. Operations come up equally often, paid ones twice. */
export function requestsTo(api: ServedApi): fc.Arbitrary<FuzzRequest> {
  const context: SchemaContext = { schemas: api.schemas, words: wordsOf(api) };
  const perOperation = api.operations.map((operation) => ({
    arbitrary: requestOf(operation, context),
    weight: operation.price !== null && operation.responses.has(200) ? 6 : 1,
  }));
  return fc.oneof(...perOperation);
}

function requestOf(operation: Operation, context: SchemaContext): fc.Arbitrary<FuzzRequest> {
  const none = fc.constant<PaymentPlan>({ kind: 'none' });
  return fc
    .record({
      method: fc.oneof(
        { arbitrary: fc.constant(operation.method), weight: 14 },
        { arbitrary: fc.constantFrom(...OTHER_METHODS), weight: 1 },
      ),
      target: targetsOf(operation, context),
      host: hosts,
      headers: moreHeaders,
      contentType: contentTypes,
      body: bodiesOf(operation, context),
      chunked: fc.oneof({ arbitrary: fc.constant(false), weight: 6 }, { arbitrary: fc.constant(true), weight: 1 }),
      payment:
        operation.price === null
          ? fc.oneof({ arbitrary: none, weight: 9 }, { arbitrary: payments, weight: 1 })
          : payments,
      times: fc.oneof({ arbitrary: fc.constant(1), weight: 12 }, { arbitrary: fc.constantFrom(2, 3), weight: 1 }),
      waitSeconds: fc.constantFrom(0, 1, 100, 200, 300),
    })
    .map(({ host, contentType, headers, ...rest }) => ({
      ...rest,
      headers: [...host, ...(rest.body === null ? [] : contentType), ...headers],
    }));
}
