import { isCalendarDate } from '@stackcheck/contract/calendar-date';
import { parseUpstreamJson, type UpstreamJson } from '../upstream/upstream-json';
import { upstreamShape } from '../upstream/upstream-shape';
import { UpstreamShapeError } from '../upstream/upstream-shape-error';

/** The members we use of an entry of CISA's catalogue. The last two came later and may be absent. */
export interface UpstreamEntry {
  readonly cveID: string;
  readonly vendorProject: string;
  readonly product: string;
  readonly vulnerabilityName: string;
  readonly dateAdded: string;
  readonly shortDescription: string;
  readonly requiredAction: string;
  readonly dueDate: string;
  readonly knownRansomwareCampaignUse: 'Known' | 'Unknown';
  readonly notes?: string;
  readonly cwes?: readonly string[];
}

/** The document `known_exploited_vulnerabilities.json`. */
export interface UpstreamCatalogue {
  readonly catalogVersion: string;
  readonly dateReleased: string;
  readonly count: number;
  readonly vulnerabilities: readonly UpstreamEntry[];
}

/** Longer texts are no catalogue; those of today have at most 821 characters. */
const TEXT_CHARS_MAX = 10_000;

const TEXT = { type: 'string', format: 'text', maxLength: TEXT_CHARS_MAX } as const;
const DATE = { type: 'string', format: 'calendar-date' } as const;

const ENTRY = {
  type: 'object',
  required: [
    'cveID',
    'vendorProject',
    'product',
    'vulnerabilityName',
    'dateAdded',
    'shortDescription',
    'requiredAction',
    'dueDate',
    'knownRansomwareCampaignUse',
  ],
  properties: {
    cveID: { type: 'string', pattern: '^CVE-[0-9]{4}-[0-9]{4,19}$' },
    vendorProject: TEXT,
    product: TEXT,
    vulnerabilityName: TEXT,
    dateAdded: DATE,
    shortDescription: TEXT,
    requiredAction: TEXT,
    dueDate: DATE,
    knownRansomwareCampaignUse: { enum: ['Known', 'Unknown'] },
    notes: { type: 'string', format: 'text-or-none', maxLength: TEXT_CHARS_MAX },
    cwes: { type: 'array', maxItems: 100, items: { type: 'string', pattern: '^CWE-[0-9]{1,9}$' } },
  },
} as const;

const CATALOGUE = {
  type: 'object',
  required: ['catalogVersion', 'dateReleased', 'count', 'vulnerabilities'],
  properties: {
    catalogVersion: { type: 'string', pattern: '^[0-9]{4}(\\.[0-9]{1,4}){2,3}$' },
    dateReleased: { type: 'string', format: 'instant' },
    count: { type: 'integer' },
    vulnerabilities: { type: 'array', items: ENTRY },
  },
} as const;

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** Half a character has no UTF-8 form, so nothing that holds one can be signed. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

const shape = upstreamShape<UpstreamCatalogue>(CATALOGUE, {
  called: 'catalogue',
  subjectAt: cveAt,
  formats: {
    'calendar-date': isCalendarDate,
    instant: (text: string) =>
      INSTANT.test(text) && isCalendarDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)),
    // Blanks alone would be nothing once they are trimmed.
    text: (text: string) => text.trim() !== '' && isWellFormed(text),
    'text-or-none': isWellFormed,
  },
});

/**
 * Reads CISA's catalogue. Members that we do not use may come and go; one that we use must be there and have the shape
 * above.
 * @throws UpstreamShapeError naming the first place that differs
 */
export function readUpstream(json: UpstreamJson): UpstreamCatalogue {
  const value = shape(parseUpstreamJson(json));
  if (value.count !== value.vulnerabilities.length) {
    throw new UpstreamShapeError(
      `upstream announces ${value.count} vulnerabilities and sent ${value.vulnerabilities.length}`,
      { code: 'contradictory', place: 'count' },
    );
  }
  return value;
}

/** The CVE id of the entry at `/vulnerabilities/3/dueDate`, which people can look up. */
function cveAt(value: unknown, pointer: string): string {
  const index = /^\/vulnerabilities\/(\d+)(?:\/|$)/.exec(pointer)?.[1];
  const entries = (value as { vulnerabilities?: readonly ({ cveID?: unknown } | null)[] } | null)?.vulnerabilities;
  const cve = index === undefined ? undefined : entries?.[Number(index)]?.cveID;
  return typeof cve === 'string' ? `(${JSON.stringify(cve.slice(0, 40))})` : '';
}
