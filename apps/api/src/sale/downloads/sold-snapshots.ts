import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { ServiceError } from '@stackcheck/contract';
import type { SnapshotName } from '../../catalogue/define-route';
import { BoundedMap } from '../../fast/bounded-map';
import type { AnswerReference } from './answer-reference';

/** A download that is held as a whole. */
export interface HeldDownload extends SnapshotName {
  /** `{"data":{"manifest":…,"snapshot":…}}` as JSON. */
  readonly body: Uint8Array;
}

/** Where else the bytes of a download may be. */
export interface SoldSnapshotsDeps {
  /** The folder of the copies, made when first written to. */
  readonly folder: string;
  /** The download of a snapshot that is still stored; throws when the store cannot be read. */
  stored(name: SnapshotName): Uint8Array | undefined;
  /** The one that is sold now; undefined when there is none. */
  current(dataset: SnapshotName['dataset']): HeldDownload | undefined;
}

/** A copy whose bytes a client is sent, as its file was when it was read. */
interface HeldCopy {
  readonly body: WeakRef<Uint8Array>;
  readonly mtimeMs: number;
  readonly size: number;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const RETRY_SECONDS = 10;
const HELD_MAX = 100;
/** Twenty times the largest download of ours; keeps a damaged copy from growing without end. */
const BYTES_MAX = 2 ** 27;
const SNAPSHOT_ID = /^[a-z]{1,20}-\d{8}T\d{6}Z-[0-9a-f]{8}$/;

const gzipped = promisify(gzip);
const unpacked = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(gunzip);

/**
 * The downloads of the smaller datasets, once each: the ledger refers to them, and a copy of each that was ever sold is kept for as
 * long as the ledger is, since a payment may ask for its answer at any time and snapshots are removed after a month.
 */
export class SoldSnapshots {
  /** By the bytes, which are the same object as long as a snapshot is served. */
  private readonly kept = new WeakMap<Uint8Array, Promise<AnswerReference>>();

  /** Hashing megabytes takes as long as several answers. */
  private readonly digests = new WeakMap<Uint8Array, string>();

  /** Of downloads in memory, in gzip: compressed once. */
  private readonly coded = new WeakMap<Uint8Array, Promise<Uint8Array>>();

  /** By path, what of the copies is in memory: however many are sent an old snapshot, its bytes are there once. */
  private readonly held = new BoundedMap<string, HeldCopy>(HELD_MAX);
  private readonly finding = new Map<string, Promise<Uint8Array | undefined>>();

  constructor(private readonly deps: SoldSnapshotsDeps) {}

  /**
   * What the ledger keeps in place of this download. Its copy is on disk when this resolves.
   * @throws ServiceError `paused` when it cannot be written
   */
  keep(download: HeldDownload): Promise<AnswerReference> {
    const known = this.kept.get(download.body);
    if (known) return known;
    const keeping = this.write(download);
    this.kept.set(download.body, keeping);
    keeping.catch(() => this.kept.delete(download.body));
    return keeping;
  }

  /**
   * The bytes that were sold, wherever they still are; undefined when they are not kept any more.
   * @throws ServiceError `dataset_unavailable` when they cannot be read now
   */
  async find(reference: AnswerReference): Promise<Uint8Array | undefined> {
    const current = this.deps.current(reference.dataset)?.body;
    if (current && this.isOf(reference, current)) return current;
    const key = JSON.stringify([reference.snapshotId, reference.sha256, reference.length]);
    let finding = this.finding.get(key);
    if (!finding) {
      finding = this.look(reference).finally(() => this.finding.delete(key));
      this.finding.set(key, finding);
    }
    return finding;
  }

  /** A download in gzip. @param body as `find` or `current` gave it */
  gzipped(body: Uint8Array): Promise<Uint8Array> {
    const known = this.coded.get(body);
    if (known) return known;
    const coding = gzipped(body);
    this.coded.set(body, coding);
    coding.catch(() => this.coded.delete(body));
    return coding;
  }

  private async look(reference: AnswerReference): Promise<Uint8Array | undefined> {
    try {
      const copy = await this.copyOf(reference);
      if (copy) return copy;
      const stored = this.deps.stored(reference);
      return stored && this.isOf(reference, stored) ? stored : undefined;
    } catch (cause) {
      const message = `the download of snapshot ${reference.snapshotId}: it cannot be read now`;
      throw new ServiceError('dataset_unavailable', { message, cause });
    }
  }

  current(dataset: SnapshotName['dataset']): HeldDownload | undefined {
    return this.deps.current(dataset);
  }

  private async write({ dataset, snapshotId, body }: HeldDownload): Promise<AnswerReference> {
    const reference = { dataset, snapshotId, length: body.length, sha256: this.digestOf(body), contentType: JSON_TYPE };
    try {
      if (!(await this.copyOf(reference))) await this.put(this.pathOf(reference), await this.gzipped(body));
    } catch (cause) {
      throw new ServiceError('paused', {
        message: 'the answer cannot be kept now; nothing was charged',
        retryAfterSeconds: RETRY_SECONDS,
        cause,
      });
    }
    return reference;
  }

  /** The intact copy; one that is damaged is as good as none, and the next sale of its snapshot replaces it. */
  private async copyOf(reference: AnswerReference): Promise<Uint8Array | undefined> {
    const path = this.pathOf(reference);
    let bytes: Uint8Array;
    let state: Pick<HeldCopy, 'mtimeMs' | 'size'>;
    try {
      state = await stat(path);
      const held = this.held.get(path);
      const known = held?.mtimeMs === state.mtimeMs && held.size === state.size ? held.body.deref() : undefined;
      if (known && this.isOf(reference, known)) return known;
      bytes = await readFile(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    const body = await unpacked(bytes, { maxOutputLength: BYTES_MAX }).catch(() => undefined);
    if (!body || !this.isOf(reference, body)) return undefined;
    this.held.set(path, { body: new WeakRef(body), mtimeMs: state.mtimeMs, size: state.size });
    return body;
  }

  /** Syncs the file, renames it into its place and syncs the folder: a power cut leaves all of it or nothing. */
  private async put(path: string, bytes: Uint8Array): Promise<void> {
    const { folder } = this.deps;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
    try {
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
    const directory = await open(folder, 'r');
    await directory.sync().finally(() => directory.close());
  }

  private isOf({ length, sha256 }: AnswerReference, body: Uint8Array): boolean {
    return body.length === length && this.digestOf(body) === sha256;
  }

  private digestOf(body: Uint8Array): string {
    const known = this.digests.get(body) ?? createHash('sha256').update(body).digest('hex');
    this.digests.set(body, known);
    return known;
  }

  private pathOf({ snapshotId }: SnapshotName): string {
    if (!SNAPSHOT_ID.test(snapshotId)) throw new Error('a stored reference names no snapshot');
    return join(this.deps.folder, `${snapshotId}.json.gz`);
  }
}
