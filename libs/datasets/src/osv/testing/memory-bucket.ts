import { UpstreamError } from '../../upstream/upstream';
import type { AdvisoryBucket, DumpReading, FileContent } from '../../upstream/advisory-bucket';
import { readDumpFile } from '../read-record';

/** A record of the OSV schema, as far as tests spoil it. */
export type RawRecord = Readonly<Record<string, unknown>> & { readonly id: string; readonly modified: string };

/** Files and lines that come at a time: fewer than there are, as with real ones. */
const AT_A_TIME = 7;

/** A file of an archive. */
export interface MemoryFile {
  readonly name: string;
  readonly content: FileContent;
}

/** A bucket of public advisories in memory. What it serves may be changed at any time. */
export class MemoryBucket implements AdvisoryBucket {
  /** By ecosystem, then id. */
  readonly folders = new Map<string, Map<string, RawRecord>>();
  /** What was asked for, e.g. `npm/all.zip`. */
  readonly asked: string[] = [];
  /** Stands in for a file by its path. */
  readonly instead = new Map<string, string | MemoryFile[] | FileContent | Error>();

  constructor(folders: Readonly<Record<string, readonly RawRecord[]>> = {}) {
    for (const [ecosystem, records] of Object.entries(folders)) this.put(ecosystem, ...records);
  }

  put(ecosystem: string, ...records: readonly RawRecord[]): void {
    const folder = this.folders.get(ecosystem) ?? new Map<string, RawRecord>();
    for (const record of records) folder.set(record.id, record);
    this.folders.set(ecosystem, folder);
  }

  async ecosystems(): Promise<string> {
    return this.text('ecosystems.txt', () => [...this.folders.keys()].join('\n'));
  }

  async *changes(ecosystem: string): AsyncGenerator<readonly string[]> {
    const lines = this.text(`${ecosystem}/modified_id.csv`, () =>
      this.records(ecosystem)
        .sort((a, b) => (a.modified < b.modified ? 1 : -1))
        .map(({ id, modified }) => `${modified},${id}\n`)
        .join(''),
    );
    const all = lines.split('\n').filter((line) => line !== '');
    for (let at = 0; at < all.length; at += AT_A_TIME) yield all.slice(at, at + AT_A_TIME);
  }

  async *dump(ecosystem: string): AsyncGenerator<readonly DumpReading[]> {
    const instead = this.take(`${ecosystem}/all.zip`) as MemoryFile[] | undefined;
    const files =
      instead ?? this.records(ecosystem).map((record) => ({ name: `${record.id}.json`, content: bytesOf(record) }));
    for (let at = 0; at < files.length; at += AT_A_TIME) {
      yield files.slice(at, at + AT_A_TIME).map(({ name, content }) => readDumpFile(name, content));
    }
  }

  async record(ecosystem: string, id: string): Promise<FileContent | undefined> {
    const instead = this.take(`${ecosystem}/${id}.json`);
    if (instead !== undefined) return instead as FileContent;
    const record = this.folders.get(ecosystem)?.get(id);
    return record && bytesOf(record);
  }

  private records(ecosystem: string): RawRecord[] {
    const folder = this.folders.get(ecosystem);
    if (folder === undefined) throw new UpstreamError('upstream answered 404');
    return [...folder.values()];
  }

  private text(path: string, make: () => string): string {
    return (this.take(path) as string | undefined) ?? make();
  }

  private take(path: string) {
    this.asked.push(path);
    const instead = this.instead.get(path);
    if (instead instanceof Error) throw instead;
    return instead;
  }
}

/** A record's file. */
export function bytesOf(record: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(record));
}
