import { Agent } from 'node:http';
import { askOffer, payAs, type OfferedRequest, type RequestParts } from '@stackcheck/bench/parts';
import type { Purses } from '../service/purses';
import { ask, type Reply } from './ask';

/** Makes calls that are paid for; the next one each time. */
export interface PaidCalls {
  /** Prepares so many, so that no key is worked with while they are made. */
  prepare(count: number): void;
  /** Makes one. */
  make(): Promise<Reply>;
  close(): void;
}

/** What honest buyers ask. */
const ANSWERS: readonly RequestParts[] = [
  { target: '/v1/eol/nodejs' },
  { method: 'POST', target: '/v1/osv/check', body: '{"purls":["pkg:npm/package-1@1.2.3","pkg:npm/package-7@0.1.0"]}' },
  { target: '/v1/eol/image?image=node:24' },
  { method: 'POST', target: '/v1/eol/check', body: '{"items":[{"product":"nodejs","version":"24"}]}' },
];
const SNAPSHOTS: readonly RequestParts[] = [{ target: '/v1/osv/snapshot' }];

/** Calls that are paid for by x402 from 127.0.0.1: every second one over a connection of its own, as a first call is. */
export async function x402Calls(
  url: string,
  what: 'answers' | 'snapshots',
  buyers: number,
  purses: Purses,
): Promise<PaidCalls> {
  const requests = what === 'answers' ? ANSWERS : SNAPSHOTS;
  const offered: OfferedRequest[] = [];
  for (const request of requests) offered.push(await askOffer(url, request));
  const kept = new Agent({ keepAlive: true });
  const ready: { readonly request: RequestParts; readonly header: string }[] = [];
  let made = 0;
  let signed = 0;
  const sign = (): void => {
    const chosen = offered[signed % offered.length]!;
    const header = payAs(signed % buyers, chosen, undefined);
    purses.remember(header);
    ready.push({ request: chosen.request, header });
    signed++;
  };
  return {
    prepare(count) {
      while (ready.length < count) sign();
    },
    make() {
      if (ready.length === 0) sign();
      const { request, header } = ready.shift()!;
      return ask(url, { ...request, headers: { 'PAYMENT-SIGNATURE': header } }, made++ % 2 === 0 ? kept : undefined);
    },
    close: () => kept.destroy(),
  };
}
