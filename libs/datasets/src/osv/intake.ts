import { UpstreamShapeError } from '../upstream/upstream-shape-error';
import { UpstreamError } from '../upstream/upstream';
import type { LoadReport, UnreadRecord } from '../upstream/load-report';
import { InstantsById } from './instants-by-id';
import type { AdvisoryBucket, DumpReading } from '../upstream/advisory-bucket';
import type { AdvisoryBuilder, AdvisoryReader } from '../store/advisory-files';
import { idOfFile, readDumpFile } from './read-record';
import { isLater, readChange, type Change } from './upstream-lists';

/** Records that are fetched one by one at the same time. */
const FETCHES_AT_ONCE = 16;

/** More records than this that the archive lacks mean that the archive is not what it should be. */
const MISSING_MAX = 5_000;

/** Reading on would only use up memory. */
const UNREAD_KEPT_MAX = 5_000;

/** What records are taken from and where they go. */
export interface IntakeDeps {
  readonly bucket: AdvisoryBucket;
  readonly builder: AdvisoryBuilder;
  /** The last good index, whose records stand in for those that cannot be read any more. */
  readonly previous: AdvisoryReader | undefined;
}

/** Takes records from the bucket into an index being built, and counts what could not be taken. */
export class Intake {
  private readonly files = new Map<string, number>();
  private readonly unread: UnreadRecord[] = [];
  private readonly unreadIds = new Set<string>();

  constructor(private readonly deps: IntakeDeps) {}

  /** How it went. */
  report(mode: LoadReport['mode']): LoadReport {
    return { mode, files: Object.fromEntries(this.files), unread: this.unread };
  }

  /**
   * Takes a whole ecosystem: its archive, and one by one the records that its list of changes has and the archive has not, or
   * not as late. Returns the newest change listed.
   */
  async takeAll(ecosystem: string): Promise<string | undefined> {
    this.files.set(ecosystem, 0);
    // Nearly every change listed is that of a record just taken, and asking the index for each takes as long as writing it did.
    const archived = new InstantsById();
    for await (const readings of this.deps.bucket.dump(ecosystem)) {
      for (const reading of readings) {
        this.take(ecosystem, reading);
        if (reading.ok) archived.set(reading.advisory.id, Date.parse(reading.advisory.modified));
      }
    }
    let newest: string | undefined;
    const missing: string[] = [];
    const later: string[] = [];
    for await (const changes of changesIn(this.deps.bucket, ecosystem)) {
      for (const { id, modified, atMs } of changes) {
        newest ??= modified;
        if ((archived.get(id) ?? NaN) >= atMs) continue;
        const known = this.deps.builder.modifiedOf(id);
        if (this.unreadIds.has(id) || !isLater(modified, known)) continue;
        if (known === undefined) missing.push(id);
        else if (later.length <= MISSING_MAX) later.push(id);
      }
      if (missing.length > MISSING_MAX) {
        throw new UpstreamError(`more than ${MISSING_MAX} records of ${ecosystem} are listed and not in its archive`);
      }
    }
    await this.takeEach(ecosystem, missing);
    // Where nearly all seem later, the list dates them otherwise than the records do, and says nothing about the archive.
    if (later.length <= MISSING_MAX) await this.takeEach(ecosystem, later);
    return newest;
  }

  /** Takes these records one by one, a few at a time. Those that are gone meanwhile are left as they are. */
  async takeEach(ecosystem: string, ids: readonly string[]): Promise<void> {
    const queue = ids.values();
    const work = async (): Promise<void> => {
      for (const id of queue) {
        const content = await this.deps.bucket.record(ecosystem, id);
        if (content !== undefined) this.take(ecosystem, readDumpFile(`${id}.json`, content));
      }
    };
    await Promise.all(Array.from({ length: Math.min(FETCHES_AT_ONCE, ids.length) }, work));
  }

  private take(ecosystem: string, reading: DumpReading): void {
    this.files.set(ecosystem, (this.files.get(ecosystem) ?? 0) + 1);
    if (!reading.ok) {
      this.standIn(reading.name);
      return this.refuse(ecosystem, reading.name, reading.fault);
    }
    // A record about packages of several ecosystems is in the archives of all of them, which are not of one moment.
    const { builder } = this.deps;
    const { advisory } = reading;
    if (builder.add(advisory)) return;
    if (isLater(advisory.modified, builder.modifiedOf(advisory.id))) builder.put(advisory);
  }

  private refuse(ecosystem: string, name: string, fault: string): void {
    const shown = name.slice(0, 100);
    this.unread.push({ ecosystem, name: shown, fault });
    this.unreadIds.add(name.replace(/\.json$/, ''));
    if (this.unread.length > UNREAD_KEPT_MAX) {
      throw new UpstreamShapeError(`more than ${UNREAD_KEPT_MAX} files cannot be read, the last ${shown}: ${fault}`);
    }
  }

  /** What was known of a package does not become unknown because its record cannot be read any more. */
  private standIn(name: string): void {
    const { builder, previous } = this.deps;
    const id = idOfFile(name);
    if (id === undefined) return;
    const known = builder.modifiedOf(id) === undefined ? previous?.find(id) : undefined;
    if (known !== undefined) builder.put(known);
  }
}

/**
 * The changes of an ecosystem, the newest first, some at a time. None is looked at before it is taken.
 * @throws UpstreamShapeError where they are not in that order: anyone who stops at the last one seen would miss some
 */
export async function* changesIn(
  bucket: AdvisoryBucket,
  ecosystem: string,
): AsyncGenerator<Iterable<Change>, void, undefined> {
  let beforeMs = Infinity;
  function* inOrder(lines: readonly string[]): Generator<Change> {
    for (const line of lines) {
      if (line === '') continue;
      const change = readChange(line);
      if (change.atMs > beforeMs) {
        throw new UpstreamShapeError(`modified_id.csv of ${ecosystem} is not in order at ${change.id}`);
      }
      beforeMs = change.atMs;
      yield change;
    }
  }
  for await (const lines of bucket.changes(ecosystem)) yield inOrder(lines);
}
