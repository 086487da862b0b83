import type { ValidateFunction } from 'ajv';
import { UpstreamShapeError } from '../upstream/upstream-shape-error';
import { upstreamShape } from '../upstream/upstream-shape';

/** One listing: an address of whatever chain, and the tickers it is listed under. */
export interface Listing {
  readonly address: string;
  readonly tickers: readonly string[];
}

/** A document's listings in its own order. */
export interface UpstreamList {
  /** Name of the form the document has. */
  readonly form: 'entries' | 'union' | 'addresses';
  readonly listings: readonly Listing[];
}

interface Entry {
  readonly address: string;
  readonly chain: string;
}

interface Union {
  readonly count: number;
  readonly addresses: readonly { readonly address: string; readonly listed_as: readonly string[] }[];
}

const ADDRESS = { type: 'string', minLength: 1, maxLength: 200 } as const;
const TICKER = { type: 'string', pattern: '^[A-Za-z0-9._-]{1,20}$' } as const;

/** An array of listings, one per address and ticker: what the default feed publishes. */
const entries = upstreamShape<readonly Entry[]>({
  type: 'array',
  items: { type: 'object', required: ['address', 'chain'], properties: { address: ADDRESS, chain: TICKER } },
});

/** An object that lists each address once with all its tickers, and says how many there are. */
const union = upstreamShape<Union>({
  type: 'object',
  required: ['count', 'addresses'],
  properties: {
    count: { type: 'integer' },
    addresses: {
      type: 'array',
      items: {
        type: 'object',
        required: ['address', 'listed_as'],
        properties: { address: ADDRESS, listed_as: { type: 'array', minItems: 1, items: TICKER } },
      },
    },
  },
});

/** An array of bare addresses, as lists of one ticker are published. */
const addressList = upstreamShape<readonly string[]>({ type: 'array', items: ADDRESS });

/**
 * Reads a block list in any of the three forms in which such lists are published as JSON.
 * @throws UpstreamShapeError naming the first place that differs
 */
export function readUpstream(body: Uint8Array): UpstreamList {
  const value = parseJson(body);
  if (!Array.isArray(value)) return fromUnion(shaped(union(), value));
  if (typeof value[0] === 'string') {
    const listings = shaped(addressList(), value).map((address) => ({ address, tickers: [] }));
    return { form: 'addresses', listings };
  }
  const listings = shaped(entries(), value).map(({ address, chain }) => ({ address, tickers: [chain] }));
  return { form: 'entries', listings };
}

function fromUnion({ count, addresses }: Union): UpstreamList {
  if (count !== addresses.length) {
    throw new UpstreamShapeError(`upstream announces ${count} addresses and sent ${addresses.length}`);
  }
  return {
    form: 'union',
    listings: addresses.map(({ address, listed_as: tickers }) => ({ address, tickers })),
  };
}

function shaped<T>(validate: ValidateFunction<T>, value: unknown): T {
  if (validate(value)) return value;
  const [error] = validate.errors ?? [];
  throw new UpstreamShapeError(`upstream's list at "${error?.instancePath ?? ''}" ${error?.message ?? 'differs'}`);
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new UpstreamShapeError('upstream sent no JSON text in UTF-8', { cause });
  }
}
