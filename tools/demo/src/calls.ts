import { summariseEpss, summariseKev, summariseModels, summariseOsv, summariseStack } from './family-summaries';
import { summariseCheck, summariseImage, summariseProduct, type DemoAnswer } from './summaries';

/** One call that the demo pays for, and how its answer is printed. */
export interface DemoCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly summarise: (answer: DemoAnswer) => readonly string[];
}

/** At least one call of each family, each answered by the starter data. */
export const DEMO_CALLS: readonly DemoCall[] = [
  { method: 'GET', path: '/v1/eol/nodejs', summarise: summariseProduct },
  { method: 'GET', path: '/v1/eol/image?image=node:20-bookworm-slim', summarise: summariseImage },
  {
    method: 'POST',
    path: '/v1/eol/check',
    body: {
      items: [
        { product: 'python', version: '3.12.4' },
        { product: 'ubuntu', version: '18.04' },
        { product: 'postgresql', version: '16.2' },
      ],
    },
    summarise: summariseCheck,
  },
  {
    method: 'POST',
    path: '/v1/kev/check',
    body: { cves: ['CVE-2021-44228', 'CVE-2023-45857'] },
    summarise: summariseKev,
  },
  {
    method: 'POST',
    path: '/v1/epss/check',
    body: { cves: ['CVE-2021-44228', 'CVE-2014-0160'], epss_min: 0.1 },
    summarise: summariseEpss,
  },
  {
    method: 'POST',
    path: '/v1/osv/check',
    body: { purls: ['pkg:npm/lodash@4.17.15', 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1'] },
    summarise: summariseOsv,
  },
  {
    method: 'POST',
    path: '/v1/models/cheapest',
    body: {
      tokens: { input: 3000, output: 1000 },
      constraints: { min_context: 128000, tool_call: true },
      limit: 3,
    },
    summarise: summariseModels,
  },
  {
    method: 'POST',
    path: '/v1/stack/check',
    body: {
      items: [{ product: 'nodejs', version: '18' }],
      images: ['python:3.12-slim-bookworm'],
      cves: ['CVE-2021-44228'],
      packages: ['pkg:npm/lodash@4.17.15'],
    },
    summarise: summariseStack,
  },
];
