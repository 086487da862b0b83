import { atomicToUsd } from '@stackcheck/contract';
import type { ApiConfig } from '../config/config';
import { priceOf } from '../sale/payments/priced-routes';
import { ROUTES } from './routes';
import type { DatasetHealth } from '../operations/dataset-health';

/** What the API says when it starts: what it serves, a first call and how to pay. */
export function banner(config: ApiConfig, url: string, datasets: Readonly<Record<string, DatasetHealth>>): string {
  const paid = ROUTES.filter((route) => route.price !== 'free' && route.implemented !== false);
  const routes = paid.map((route) => {
    const usd = atomicToUsd(priceOf(route, config.prices));
    return `  ${`${route.method} ${route.path}`.padEnd(32)} ${usd} USD`;
  });
  return `
stackcheck serves ${url}
${Object.entries(datasets).map(data).join('\n')}
${routes.join('\n')}

${payments(config)}
First call:   curl -i ${url}/v1/eol/nodejs
Check an id:  curl '${url}/v1/validate?dataset=eol&id=nodejs@24'
More:         ${url}/  ${url}/llms.txt  ${url}/openapi.json  ${url}/health

`;
}

function data([id, state]: readonly [string, DatasetHealth]): string {
  const name = `Data of ${id}:`.padEnd(15);
  if (!state.loaded) return `${name}none yet${state.problem ? ` (${state.problem})` : ''}; its paid routes answer 503.`;
  const kind = state.starter ? 'starter selection, replaced when upstream is reachable' : 'full dataset';
  return `${name}${state.snapshot_id}, ${state.record_count} records (${kind}).`;
}

function payments(config: ApiConfig): string {
  switch (config.payments.mode) {
    case 'sandbox':
      return 'Payments:     sandbox on eip155:84532; nothing is settled. To pay for an answer of each family: npm run demo';
    case 'facilitator':
    case 'self':
      return `Payments:     real USDC on ${config.payments.terms.network}, paid to ${config.payments.terms.payTo}`;
    case 'off':
      return 'Payments:     off; paid routes answer 503. Set PAYMENTS_MODE=sandbox to try them.';
  }
}
