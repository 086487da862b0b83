import { SEVERITIES, type Severity } from '@stackcheck/osv-core';
import type { AdvisoryHit } from '@stackcheck/datasets/advisories';
import { readSpec, type AffectedSpec, type NamingAdvisory } from '@stackcheck/osv-core/records';
import type { NameRow } from '../form/layout';
import { PackError } from '../form/pack-error';

/** An advisory as an entry has it. @throws PackError where it is none */
export function toHit(row: unknown): AdvisoryHit {
  if (!Array.isArray(row)) throw damaged('an advisory');
  const [id, modified, published, withdrawn, severity, score, vector, summary, aliases, spec] = row as unknown[];
  if (
    typeof id === 'string' &&
    typeof modified === 'string' &&
    isText(published) &&
    isText(withdrawn) &&
    isSeverity(severity) &&
    (score === null || typeof score === 'number') &&
    isText(vector) &&
    isText(summary) &&
    isTexts(aliases) &&
    typeof spec === 'string'
  ) {
    const advisory = { id, aliases, modified, published, withdrawn, severity, score, vector, summary };
    return { advisory, spec, affected: affectedIn(spec) };
  }
  throw damaged('an advisory');
}

/** An advisory that is about a CVE. @throws PackError where it is none */
export function toNaming(row: unknown): NamingAdvisory {
  if (!Array.isArray(row)) throw damaged('an advisory of a CVE');
  const [id, summary, severity, withdrawn] = row as unknown[];
  if (typeof id === 'string' && isText(summary) && isSeverity(severity) && isText(withdrawn)) {
    return { id, summary, severity, withdrawn };
  }
  throw damaged('an advisory of a CVE');
}

/** A name with its counts. @throws PackError where it is none */
export function toNameRow(row: unknown): NameRow {
  if (!Array.isArray(row)) throw damaged('a name');
  const [name, advisories, malware] = row as unknown[];
  if (typeof name === 'string' && isCount(advisories) && isCount(malware)) return [name, advisories, malware];
  throw damaged('a name');
}

/** The list that an entry holds. @throws PackError where it holds none */
export function listIn(entry: readonly unknown[]): readonly unknown[] {
  const [list] = entry;
  if (Array.isArray(list)) return list as readonly unknown[];
  throw damaged('an entry');
}

function damaged(what: string, cause?: unknown): PackError {
  return new PackError('damaged', `${what} in it has another shape`, { cause });
}

function isText(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isSeverity(value: unknown): value is Severity | null {
  return value === null || SEVERITIES.includes(value as Severity);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? true : value === 0;
}

/** What a text of affected versions says, each member of the kind that it should be. @throws PackError where it says nothing */
function affectedIn(spec: string): readonly AffectedSpec[] {
  let affected: readonly AffectedSpec[];
  try {
    affected = readSpec(spec);
  } catch (cause) {
    throw damaged('an advisory', cause);
  }
  if (affected.every(isAffected)) return affected;
  throw damaged('an advisory');
}

function isAffected({ suffix, ranges, versions, imports = [] }: AffectedSpec): boolean {
  return isText(suffix) && ranges.every((range) => range.every(isTexts)) && isTexts(versions) && isTexts(imports);
}
