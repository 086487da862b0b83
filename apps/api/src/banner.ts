import { atomicToUsd } from '@stackcheck/contract';
import type { ApiConfig } from './config';
import { priceOf } from './payments/priced-routes';
import { CATALOGUE } from './routes/catalogue';
import type { DatasetHealth } from './service-view';

/** What the API says when it starts: what it serves, a first call and how to pay. */
export function banner(config: ApiConfig, url: string, eol: DatasetHealth): string {
  const paid = CATALOGUE.filter((route) => route.price !== 'free' && route.implemented !== false);
  const routes = paid.map((route) => {
    const usd = atomicToUsd(priceOf(route, config.prices));
    return `  ${`${route.method} ${route.path}`.padEnd(32)} ${usd} USD`;
  });
  return `
stackcheck serves ${url}
${data(eol)}
${routes.join('\n')}

${payments(config)}
First call:   curl -i ${url}/v1/eol/nodejs
Check an id:  curl '${url}/v1/validate?dataset=eol&id=nodejs@24'
More:         ${url}/  ${url}/llms.txt  ${url}/openapi.json  ${url}/health

`;
}

function data(eol: DatasetHealth): string {
  if (!eol.loaded) return `No snapshot is loaded yet${eol.problem ? ` (${eol.problem})` : ''}; paid routes answer 503.`;
  const kind = eol.starter ? 'starter selection, replaced when upstream is reachable' : 'full dataset';
  return `End-of-life data: ${eol.snapshot_id}, ${eol.record_count} records (${kind}).`;
}

function payments(config: ApiConfig): string {
  switch (config.payments.mode) {
    case 'sandbox':
      return 'Payments:     sandbox on eip155:84532; nothing is settled. To pay three routes with an x402 client: npm run demo';
    case 'facilitator':
      return `Payments:     real USDC on ${config.payments.terms.network}, paid to ${config.payments.terms.payTo}`;
    case 'off':
      return 'Payments:     off; paid routes answer 503. Set PAYMENTS_MODE=sandbox to try them.';
  }
}
