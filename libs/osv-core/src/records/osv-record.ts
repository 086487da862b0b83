import { readAffected } from './osv-affected';
import { asRecord, asTexts, FaultyRecord, textAt, type Json } from './osv-json';
import { MALWARE_RATING, toRating } from '../advisory/rating';
import type { AdvisoryRecord } from '../advisory/advisory';

/** A record in our form, or what is wrong with it. */
export type RecordReading =
  | { readonly ok: true; readonly record: AdvisoryRecord }
  | {
      readonly ok: false;
      /** A field is missing or has a form that the OSV schema forbids. */
      readonly code: 'wrong_form';
      /** The field: `affected[0].ranges[1].type`; empty for the record as a whole. */
      readonly place: string;
      /** The same as a sentence's end that names the field. */
      readonly fault: string;
    };

/**
 * Reads one record of the OSV schema (1.x), as parsed JSON. Packages of ecosystems that cannot be asked about, ranges of
 * commits and everything that no answer shows are left out; a field in a form that the schema forbids is a fault, since
 * a range that is skipped would make a vulnerable version look clean.
 */
export function readOsvRecord(json: unknown): RecordReading {
  try {
    return { ok: true, record: toRecord(asRecord(json, '')) };
  } catch (error) {
    if (error instanceof FaultyRecord)
      return { ok: false, code: 'wrong_form', place: error.place, fault: error.message };
    throw error;
  }
}

function toRecord(json: Json): AdvisoryRecord {
  const id = textAt(json, 'id');
  if (!/^[0-9A-Za-z][\w.:+-]{0,199}$/.test(id)) throw new FaultyRecord('id', 'is not an identifier');
  const malware = id.startsWith('MAL-');
  const withdrawn = json['withdrawn'] === undefined || json['withdrawn'] === null ? null : instantAt(json, 'withdrawn');
  return {
    id,
    ...namedById(id),
    aliases: asTexts(json['aliases'], 'aliases'),
    modified: instantAt(json, 'modified'),
    published: json['published'] === undefined ? null : instantAt(json, 'published'),
    withdrawn,
    rating: malware ? MALWARE_RATING : readRating(json),
    summary: readSummary(json),
    affected: readAffected(json['affected'], withdrawn !== null),
  };
}

/** What an id alone says about its advisory, so that an index need not hold it. */
export function namedById(id: string): Pick<AdvisoryRecord, 'kind' | 'url' | 'source'> {
  return {
    kind: id.startsWith('MAL-') ? 'malware' : 'vulnerability',
    url: `https://osv.dev/vulnerability/${id}`,
    source: id.slice(0, Math.max(id.indexOf('-'), 0)) || id,
  };
}

function instantAt(json: Json, field: string): string {
  const text = textAt(json, field);
  const [year = ''] = INSTANT.exec(text)?.slice(1) ?? [];
  if (year === '') throw new FaultyRecord(field, 'is no RFC 3339 instant');
  // Some records say `1-01-01T00:00:00Z` where nobody set a time; refusing those would hide what they are about.
  return `${year.padStart(4, '0')}${text.slice(year.length)}`;
}

const INSTANT = /^(\d{1,4})-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Severity is spread over the record: vectors and labels, on top and in each affected entry. */
function readRating(json: Json) {
  const places = [json, ...(Array.isArray(json['affected']) ? json['affected'] : [])].filter(isObject);
  const specifics = places.flatMap((place) =>
    [place['database_specific'], place['ecosystem_specific']].filter(isObject),
  );
  const vectors = [
    ...places.flatMap((place) => (Array.isArray(place['severity']) ? place['severity'] : [])).filter(isObject),
  ].map((entry) => entry['score']);
  return toRating(
    [...vectors, ...specifics.map(({ cvss }) => cvss)].filter(isText),
    specifics.flatMap(({ severity, urgency }) => [severity, urgency]).filter(isText),
  );
}

/** The summary, else the first line of the details; one line that fits an answer. */
function readSummary(json: Json): string | null {
  const text = [json['summary'], json['details']].find((value) => isText(value) && value.trim() !== '');
  if (!isText(text)) return null;
  const [line = ''] = text.trim().split(/\r?\n/);
  const plain = line.replace(/^#+\s*/, '').trim();
  return plain.length <= SUMMARY_LENGTH_MAX ? plain : `${plain.slice(0, SUMMARY_LENGTH_MAX - 1).trimEnd()}…`;
}

const SUMMARY_LENGTH_MAX = 240;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
