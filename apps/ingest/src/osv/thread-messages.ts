import type { ZipEntry } from '../adapters/zip-directory';

/** What a thread that reads archives is asked: to read some files of an archive, or to close the one that it has open. */
export type ThreadRequest =
  { readonly kind: 'read'; readonly path: string; readonly entries: FlatEntries } | { readonly kind: 'close' };

/** A thread's answer to `read`: a JSON array of `DumpReading`, since one text is handed over in a fraction of the time of many objects. */
export type ThreadAnswer =
  { readonly ok: true; readonly readings: string } | { readonly ok: false; readonly fault: string };

/** Entries in a form that is handed over quickly: all their numbers in one array. */
export interface FlatEntries {
  readonly names: readonly string[];
  readonly numbers: Float64Array;
}

const NUMBERS = 6;

/** The entries as a message has them. */
export function toFlatEntries(entries: readonly ZipEntry[]): FlatEntries {
  const numbers = new Float64Array(entries.length * NUMBERS);
  entries.forEach(({ method, encrypted, packedBytes, bytes, crc32, at }, n) => {
    numbers.set([method, Number(encrypted), packedBytes, bytes, crc32, at], n * NUMBERS);
  });
  return { names: entries.map(({ name }) => name), numbers };
}

/** The inverse of `toFlatEntries`. */
export function toEntries({ names, numbers }: FlatEntries): readonly ZipEntry[] {
  return names.map((name, n) => {
    const [method = 0, encrypted = 0, packedBytes = 0, bytes = 0, crc32 = 0, at = 0] = numbers.subarray(
      n * NUMBERS,
      (n + 1) * NUMBERS,
    );
    return { name, method, encrypted: encrypted === 1, packedBytes, bytes, crc32, at };
  });
}
