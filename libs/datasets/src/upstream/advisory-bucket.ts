import type { StoredAdvisory } from '../snapshot/stored-advisory';

/** The bytes of a file, or why they cannot be had, as a sentence's end. */
export type FileContent = Uint8Array | { readonly fault: string };

/** A record's file as `readDumpFile` reads it: the advisory, or what is wrong with the file of this name, as a sentence's end. */
export type DumpReading =
  | { readonly ok: true; readonly advisory: StoredAdvisory }
  | { readonly ok: false; readonly name: string; readonly fault: string };

/**
 * The bucket of public advisories. What it does not give is thrown as `UpstreamError`, what cannot be what it should be as
 * `UpstreamShapeError`.
 */
export interface AdvisoryBucket {
  /** `ecosystems.txt`. */
  ecosystems(): Promise<string>;
  /** The lines of an ecosystem's `modified_id.csv`, the newest change first, some at a time. Reading may stop anywhere. */
  changes(ecosystem: string): AsyncIterable<readonly string[]>;
  /** The files of an ecosystem's `all.zip`, read, some at a time, in the archive's order. */
  dump(ecosystem: string): AsyncIterable<readonly DumpReading[]>;
  /** One record's file; undefined where there is none any more. */
  record(ecosystem: string, id: string): Promise<FileContent | undefined>;
  /** Gives back what reading took. Nothing is asked afterwards. */
  close?(): Promise<void>;
}
