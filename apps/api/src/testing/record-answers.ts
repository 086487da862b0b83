import { exampleTarget } from '../published/context';
import type { AnyRoute } from '../catalogue/define-route';
import type { StarterApi } from './starter-api';

/** Long answers are cut to this many entries of each list. */
const ENTRIES_MAX = 2;
const CHARS_MAX = 4_000;
const TEXT_CHARS_MAX = 400;

/** What keys made for one run leave in an answer, and what stands for it in a record. */
const OF_ONE_RUN: Readonly<Record<string, unknown>> = {
  signature: 'A'.repeat(86),
  key_id: 'B'.repeat(43),
  kid: 'B'.repeat(43),
  x: 'C'.repeat(43),
  token: `w1.EEEEEEEE.${'D'.repeat(69)}`,
  token_length: 81,
};

/** Hashes of the data, which change with every fact of a starter and with every table of the program. */
const HASHES: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{64}\b/g, 'f0'.repeat(32)],
  [/^([a-z]+-\d{8}T\d{6}Z)-[0-9a-f]{8}$/, '$1-f0f0f0f0'],
];

/** Whether a route's example has an answer worth showing: JSON of a described shape. */
export function isRecorded({ implemented, output }: AnyRoute): boolean {
  return implemented !== false && output.contentType === 'application/json' && 'properties' in output.schema;
}

/** Asks for a route's example, paying where that is due. */
export async function askExample(api: StarterApi, route: AnyRoute): Promise<Response> {
  const target = exampleTarget(route);
  const init: RequestInit = {
    method: route.method,
    ...(route.body
      ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(route.example.body) }
      : {}),
  };
  return route.price === 'free' ? fetch(api.url + target, init) : api.buy(route.operationId, target, init);
}

/** An answer as it is published: the same on every run, and not longer than a reader wants. */
export function toRecord(answer: unknown): unknown {
  return steady(answer, JSON.stringify(answer).length > CHARS_MAX);
}

function steady(value: unknown, isLong: boolean): unknown {
  if (Array.isArray(value))
    return (isLong ? value.slice(0, ENTRIES_MAX) : value).map((entry: unknown) => steady(entry, isLong));
  if (typeof value === 'string')
    return HASHES.reduce((text, [hash, stand]) => text.replace(hash, stand), value).slice(0, TEXT_CHARS_MAX);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, OF_ONE_RUN[name] ?? steady(part, isLong)]),
  );
}
