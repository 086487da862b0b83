import { UpstreamShapeError } from '../dataset';
import { UpstreamError } from '../ports';
import type { LoadReport, UnreadRecord } from './guards';
import type { AdvisoryBucket, AdvisoryBuilder, AdvisoryReader, FileContent } from './ports';
import { readRecordFile } from './read-record';
import { isLater, readChange, type Change } from './upstream-lists';

/** Records that are fetched one by one at the same time. */
const FETCHES_AT_ONCE = 16;

/** More records than this that the archive lacks mean that the archive is not what it should be. */
const MISSING_MAX = 5_000;

/** Reading on would only use up memory. */
const UNREAD_KEPT_MAX = 5_000;

/** What records are taken from and where they go. */
export interface IntakeUses {
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

  constructor(private readonly uses: IntakeUses) {}

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
    for await (const { name, content } of this.uses.bucket.dump(ecosystem)) this.take(ecosystem, name, content);
    let newest: string | undefined;
    const missing: string[] = [];
    const later: string[] = [];
    for await (const { id, modified } of changesIn(this.uses.bucket, ecosystem)) {
      newest ??= modified;
      const known = this.uses.builder.modifiedOf(id);
      if (this.unreadIds.has(id) || !isLater(modified, known)) continue;
      if (known === undefined) missing.push(id);
      else if (later.length <= MISSING_MAX) later.push(id);
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
        const content = await this.uses.bucket.record(ecosystem, id);
        if (content !== undefined) this.take(ecosystem, `${id}.json`, content);
      }
    };
    await Promise.all(Array.from({ length: Math.min(FETCHES_AT_ONCE, ids.length) }, work));
  }

  private take(ecosystem: string, name: string, content: FileContent): void {
    this.files.set(ecosystem, (this.files.get(ecosystem) ?? 0) + 1);
    const [, id] = /^([^/]+)\.json$/.exec(name) ?? [];
    if (id === undefined) return this.refuse(ecosystem, name, 'its name is not that of a record');
    const reading = content instanceof Uint8Array ? readRecordFile(id, content) : { ok: false as const, ...content };
    if (!reading.ok) {
      this.standIn(id);
      return this.refuse(ecosystem, name, reading.fault);
    }
    // A record about packages of several ecosystems is in the archives of all of them, which are not of one moment.
    const { builder } = this.uses;
    if (builder.add(reading.advisory)) return;
    if (isLater(reading.advisory.modified, builder.modifiedOf(id))) builder.put(reading.advisory);
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
  private standIn(id: string): void {
    const { builder, previous } = this.uses;
    const known = builder.modifiedOf(id) === undefined ? previous?.find(id) : undefined;
    if (known !== undefined) builder.put(known);
  }
}

/**
 * The changes of an ecosystem, the newest first.
 * @throws UpstreamShapeError where they are not in that order: whoever stops at the last one seen would miss some
 */
export async function* changesIn(bucket: AdvisoryBucket, ecosystem: string): AsyncGenerator<Change, void, undefined> {
  let before: string | undefined;
  for await (const line of bucket.changes(ecosystem)) {
    if (line === '') continue;
    const change = readChange(line);
    if (before !== undefined && isLater(change.modified, before)) {
      throw new UpstreamShapeError(`modified_id.csv of ${ecosystem} is not in order at ${change.id}`);
    }
    before = change.modified;
    yield change;
  }
}
