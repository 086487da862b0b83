import { parseUpstreamJson, type UpstreamJson } from '../upstream/upstream-json';
import { upstreamShape } from '../upstream/upstream-shape';
import { UpstreamShapeError } from '../upstream/upstream-shape-error';

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

const LIST = { called: 'list' } as const;

/** An array of listings, one per address and ticker: what the default feed publishes. */
const asEntries = upstreamShape<readonly Entry[]>(
  {
    type: 'array',
    items: { type: 'object', required: ['address', 'chain'], properties: { address: ADDRESS, chain: TICKER } },
  },
  LIST,
);

/** An object that lists each address once with all its tickers, and says how many there are. */
const asUnion = upstreamShape<Union>(
  {
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
  },
  LIST,
);

/** An array of bare addresses, as lists of one ticker are published. */
const asAddresses = upstreamShape<readonly string[]>({ type: 'array', items: ADDRESS }, LIST);

/**
 * Reads a block list in any of the three forms in which such lists are published as JSON.
 * @throws UpstreamShapeError naming the first place that differs
 */
export function readUpstream(json: UpstreamJson): UpstreamList {
  const value = parseUpstreamJson(json);
  if (!Array.isArray(value)) return fromUnion(asUnion(value));
  if (typeof value[0] === 'string') {
    const listings = asAddresses(value).map((address) => ({ address, tickers: [] }));
    return { form: 'addresses', listings };
  }
  const listings = asEntries(value).map(({ address, chain }) => ({ address, tickers: [chain] }));
  return { form: 'entries', listings };
}

function fromUnion({ count, addresses }: Union): UpstreamList {
  if (count !== addresses.length) {
    throw new UpstreamShapeError(`upstream announces ${count} addresses and sent ${addresses.length}`, {
      code: 'contradictory',
      place: 'count',
    });
  }
  return {
    form: 'union',
    listings: addresses.map(({ address, listed_as: tickers }) => ({ address, tickers })),
  };
}
