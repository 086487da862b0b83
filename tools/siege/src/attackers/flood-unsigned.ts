import type { RequestParts } from '@stackcheck/bench/parts';
import { BogusPayments } from './bogus-payments';
import { address, type Field } from './field';
import { flood } from './flood';

/** Sends the requests in turn from one address, each with a payment that nobody signed. */
export async function floodUnsigned(
  field: Field,
  requests: readonly RequestParts[],
  connections: number,
): Promise<void> {
  const payments = await BogusPayments.for(field.url, requests);
  let turn = 0;
  await flood(field, { from: [address(0)], connections, next: () => payments.unsigned(turn++) });
}
