import { isCalendarDate, type CalendarDate } from '@stackcheck/contract/calendar-date';
import { parseUpstreamJson, type UpstreamJson } from '../upstream/upstream-json';
import { upstreamShape } from '../upstream/upstream-shape';
import { UpstreamShapeError } from '../upstream/upstream-shape-error';

/** The members we use of a release in endoflife.date's API v1. Paired members are absent where a product has no such phase. */
export interface UpstreamRelease {
  readonly name: string;
  readonly codename: string | null;
  readonly releaseDate: CalendarDate;
  readonly isLts: boolean;
  readonly ltsFrom: CalendarDate | null;
  readonly isEoas?: boolean | null;
  readonly eoasFrom?: CalendarDate | null;
  readonly isEol: boolean;
  readonly eolFrom: CalendarDate | null;
  readonly eoesFrom?: CalendarDate | null;
  readonly latest: { readonly name: string; readonly date?: CalendarDate | null; readonly link?: string | null } | null;
}

/** The members we use of a product. */
export interface UpstreamProduct {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly label: string;
  readonly category: string;
  readonly identifiers: readonly { readonly type: string; readonly id: string }[];
  readonly links: { readonly html: string };
  readonly releases: readonly UpstreamRelease[];
}

/** The document at `/api/v1/products/full`. */
export interface UpstreamDocument {
  readonly schema_version: string;
  readonly total: number;
  readonly result: readonly UpstreamProduct[];
}

const NAME = { type: 'string', minLength: 1, maxLength: 200 } as const;
const DATE = { type: 'string', format: 'calendar-date' } as const;
const DATE_OR_NULL = { type: ['string', 'null'], format: 'calendar-date' } as const;
const FLAG_OR_NULL = { type: ['boolean', 'null'] } as const;

const RELEASE = {
  type: 'object',
  required: ['name', 'codename', 'releaseDate', 'isLts', 'ltsFrom', 'isEol', 'eolFrom', 'latest'],
  properties: {
    name: NAME,
    codename: { type: ['string', 'null'] },
    releaseDate: DATE,
    isLts: { type: 'boolean' },
    ltsFrom: DATE_OR_NULL,
    isEoas: FLAG_OR_NULL,
    eoasFrom: DATE_OR_NULL,
    isEol: { type: 'boolean' },
    eolFrom: DATE_OR_NULL,
    eoesFrom: DATE_OR_NULL,
    latest: {
      type: ['object', 'null'],
      required: ['name'],
      properties: { name: { type: 'string' }, date: DATE_OR_NULL, link: { type: ['string', 'null'] } },
    },
  },
} as const;

const PRODUCT = {
  type: 'object',
  required: ['name', 'aliases', 'label', 'category', 'identifiers', 'links', 'releases'],
  properties: {
    name: NAME,
    aliases: { type: 'array', items: NAME },
    label: NAME,
    category: NAME,
    identifiers: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'id'],
        properties: { type: { type: 'string' }, id: { type: 'string' } },
      },
    },
    links: { type: 'object', required: ['html'], properties: { html: NAME } },
    releases: { type: 'array', items: RELEASE },
  },
} as const;

const DOCUMENT = {
  type: 'object',
  required: ['schema_version', 'total', 'result'],
  properties: {
    schema_version: { type: 'string', pattern: '^1\\.' },
    total: { type: 'integer' },
    result: { type: 'array', items: PRODUCT },
  },
} as const;

const shape = upstreamShape<UpstreamDocument>(DOCUMENT, {
  called: 'document',
  subjectAt: productAt,
  allowUnionTypes: true,
  formats: { 'calendar-date': isCalendarDate },
});

/**
 * Reads endoflife.date's document. Members that we do not use may come and go; one that we use must be there and have
 * the shape above.
 * @throws UpstreamShapeError naming the first place that differs
 */
export function readUpstream(json: UpstreamJson): UpstreamDocument {
  const value = shape(parseUpstreamJson(json));
  if (value.total !== value.result.length) {
    throw new UpstreamShapeError(`upstream announces ${value.total} products and sent ${value.result.length}`, {
      code: 'contradictory',
      place: 'total',
    });
  }
  return value;
}

/** The name of the product at `/result/3/releases/0/eolFrom`, which people can look up. */
function productAt(value: unknown, pointer: string): string {
  const index = /^\/result\/(\d+)(?:\/|$)/.exec(pointer)?.[1];
  const result = (value as { result?: readonly ({ name?: unknown } | null)[] } | null)?.result;
  const name = index === undefined ? undefined : result?.[Number(index)]?.name;
  return typeof name === 'string' ? `(product "${name.slice(0, 200)}")` : '';
}
