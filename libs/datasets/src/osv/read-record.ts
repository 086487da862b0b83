import { readOsvRecord } from '@stackcheck/osv-core/records';
import type { DumpReading, FileContent } from '../upstream/advisory-bucket';
import { toStored } from './stored-advisory';
import type { StoredAdvisory } from '../snapshot/stored-advisory';

/** A record that can be stored, or what is wrong with it, as a sentence's end. */
export type RecordFileReading =
  { readonly ok: true; readonly advisory: StoredAdvisory } | { readonly ok: false; readonly fault: string };

/** Larger records are not read. The largest published one is far below. */
export const RECORD_BYTES_MAX = 8 * 1024 * 1024;

const NAME_CHARS_MAX = 500;
const ALIASES_MAX = 500;
const ALIAS_CHARS_MAX = 200;
const VECTOR_CHARS_MAX = 500;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads a file of a dump by its name there, e.g. `GHSA-35jh-r3h4-6jhm.json`, and its content. Nothing is thrown. */
export function readDumpFile(name: string, content: FileContent): DumpReading {
  const id = idOfFile(name);
  if (id === undefined) return { ok: false, name, fault: 'its name is not that of a record' };
  if (!(content instanceof Uint8Array)) return { ok: false, name, fault: content.fault };
  const reading = readRecordFile(id, content);
  return reading.ok ? reading : { ok: false, name, fault: reading.fault };
}

/** The id of the record that a file of this name holds; undefined where it is no record's. */
export function idOfFile(name: string): string | undefined {
  return /^([^/]+)\.json$/.exec(name)?.[1];
}

/**
 * Reads one file of a dump, `<id>.json`. Whatever the bytes are, the answer is a value: a text that is no JSON, a record
 * under another id than its file's name, a field out of form or out of bounds are faults.
 */
export function readRecordFile(id: string, bytes: Uint8Array): RecordFileReading {
  if (bytes.length > RECORD_BYTES_MAX) return { ok: false, fault: `it is larger than ${RECORD_BYTES_MAX} bytes` };
  let json: unknown;
  try {
    json = JSON.parse(decoder.decode(bytes));
  } catch {
    return { ok: false, fault: 'it is no JSON text in UTF-8' };
  }
  const reading = readOsvRecord(json);
  if (!reading.ok) return reading;
  if (reading.record.id !== id) return { ok: false, fault: `its id is ${quote(reading.record.id)}` };
  const advisory = toStored(reading.record);
  const fault = boundsFault(advisory);
  return fault === undefined ? { ok: true, advisory } : { ok: false, fault };
}

function boundsFault({ aliases, vector, summary, packages }: StoredAdvisory): string | undefined {
  if (aliases.length > ALIASES_MAX) return `it has ${aliases.length} aliases`;
  if (aliases.some((alias) => alias.length > ALIAS_CHARS_MAX)) return 'an alias is too long';
  if ((vector?.length ?? 0) > VECTOR_CHARS_MAX) return 'its vector is too long';
  if (packages.some(({ name }) => name.length > NAME_CHARS_MAX)) return 'the name of a package is too long';
  // Half a character has no form in UTF-8, so it could be neither hashed nor looked up.
  const texts = [summary ?? '', vector ?? '', ...aliases, ...packages.map(({ name }) => name)];
  if (texts.some((text) => LONE.test(text))) return 'a text holds a lone surrogate';
  // In the text of a spec JSON has escaped it; a backslash that is escaped itself begins no escape.
  if (packages.some(({ spec }) => LONE_ESCAPE.test(spec))) return 'a version holds a lone surrogate';
  return undefined;
}

// With the u flag a surrogate pair is one character, so only lone surrogates match.
const LONE = /\p{Surrogate}/u;
const LONE_ESCAPE = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/;

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
