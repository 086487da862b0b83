import { createHash } from 'node:crypto';
import { ServiceError, type Clock } from '@stackcheck/contract';
import type { DownloadName, SnapshotName } from '../../catalogue/define-route';
import type { AnswerReference } from './answer-reference';
import { BoundedMap } from '../../fast/bounded-map';
import { DownloadPlaces, type DownloadPlace, type Reader } from './download-places';
import { contentTypeOf, openSource, type DownloadSource, type SourceDeps, type SourceOpened } from './download-source';

/** The bytes of a download, ready to be sent. To be closed in every case. */
export interface OpenDownload {
  readonly reference: AnswerReference;
  /**
   * Takes a place for the sending, which it holds until it is closed.
   * @throws ServiceError `paused` when there is none
   */
  begin(reader: Reader): void;
  /** From the first byte on, in pieces of at most 64 KiB. */
  pieces(): Iterable<Uint8Array>;
  close(): void;
}

/** Who has paid for a download. */
export type PaidReader = Pick<Reader, 'payment' | 'wasDelivered'>;

/** `forgotten`: no such snapshot is stored any more; `missing`: it is, but not its records. */
export type Reopened = OpenDownload | 'forgotten' | 'missing';

/** Snapshots that are sent piece by piece from where they lie. */
export interface SnapshotDownloads {
  /**
   * A download to be sold: everything that can go wrong with it goes wrong before it is paid.
   * @param reader absent before it is paid
   * @throws ServiceError `paused` when too many are under way, `dataset_unavailable` when it cannot be made
   */
  prepare(name: DownloadName, reader?: PaidReader): Promise<OpenDownload>;
  /** One that was sold before. Throws like `prepare`. */
  reopen(reference: AnswerReference, reader?: PaidReader): Promise<Reopened>;
  /** The one that is sold now; undefined when there is none. */
  current(dataset: SnapshotName['dataset']): SnapshotName | undefined;
}

/** What making downloads needs. */
export interface StoredDownloadsDeps extends SourceDeps {
  current(dataset: SnapshotName['dataset']): SnapshotName | undefined;
  /** Lets requests be answered between two pieces. */
  pause(): Promise<void>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

type Measured = Pick<AnswerReference, 'length' | 'sha256'>;

/** Each holds an open file and a page of records; a buyer who reads slowly holds it for long. */
const PLACES_MAX = 16;
/** Opened and not sent yet: their payments are being settled, and few of them may come to anything. */
const WAITING_MAX = 64;
const MEASURED_MAX = 6;
const BUSY_SECONDS = 10;

/**
 * Downloads of the package advisories out of their index files and packs. The digest of a download goes out before its body, so a
 * snapshot is read through once when it comes into use; from then on every sending of it is held against that.
 */
export class StoredDownloads implements SnapshotDownloads {
  private readonly measured = new BoundedMap<string, Promise<Measured>>(MEASURED_MAX);
  private readonly places: DownloadPlaces;
  private waiting = 0;
  private closed = false;

  constructor(private readonly deps: StoredDownloadsDeps) {
    this.places = new DownloadPlaces(deps.clock, PLACES_MAX);
  }

  async prepare(name: DownloadName, reader?: PaidReader): Promise<OpenDownload> {
    const { length, sha256 } = await this.measure(name);
    const found = await this.reopen({ ...name, length, sha256, contentType: contentTypeOf(name) }, reader);
    if (typeof found === 'string') throw unavailable(name, 'its records are not there any more');
    return found;
  }

  async reopen(reference: AnswerReference, reader?: PaidReader): Promise<Reopened> {
    if (this.waiting >= WAITING_MAX || !this.places.hasRoom(reader)) throw busy();
    this.waiting++;
    let open: SourceOpened | undefined;
    try {
      open = await this.open(reference);
    } finally {
      if (open?.kind !== 'open') this.waiting--;
    }
    if (open.kind === 'fault') throw unavailable(reference, open.fault);
    return open.kind === 'open' ? this.opened(reference, open.source) : open.kind;
  }

  private opened(reference: AnswerReference, source: DownloadSource): OpenDownload {
    let place: DownloadPlace | undefined;
    let isWaiting = true;
    let isOpen = true;
    const waitsNoLonger = (): void => {
      if (isWaiting) this.waiting--;
      isWaiting = false;
    };
    return {
      reference,
      begin: (reader) => {
        place = this.places.take(reader);
        if (!place) throw busy();
        waitsNoLonger();
      },
      *pieces() {
        for (const piece of source.pieces()) {
          place?.sent(piece.length);
          yield piece;
        }
      },
      close: () => {
        waitsNoLonger();
        place?.leave();
        if (isOpen) source.close();
        isOpen = false;
      },
    };
  }

  current(dataset: SnapshotName['dataset']): SnapshotName | undefined {
    return this.deps.current(dataset);
  }

  /** Reads a snapshot through, once, however many ask. A failure is forgotten, so that the client that asks next tries again. */
  measure(name: DownloadName): Promise<Measured> {
    const key = `${name.form ?? ''} ${name.snapshotId}`;
    const known = this.measured.get(key);
    if (known) return known;
    const measuring = this.readThrough(name);
    this.measured.set(key, measuring);
    measuring.catch(() => this.measured.delete(key));
    return measuring;
  }

  /** Whether what fails now fails because the service ends. */
  get isClosed(): boolean {
    return this.closed;
  }

  /** Breaks off what is being measured. */
  close(): void {
    this.closed = true;
  }

  private async readThrough(name: DownloadName): Promise<Measured> {
    const open = await this.open(name);
    if (open.kind !== 'open') throw unavailable(name, open.kind === 'fault' ? open.fault : 'its records are not there');
    const { source } = open;
    const [whole, content] = [createHash('sha256'), createHash('sha256')];
    let length = 0;
    try {
      // Of a file that was hashed when it was opened both are known.
      if (source.measured !== undefined) return source.measured;
      for (const piece of source.pieces((bytes) => content.update(bytes))) {
        whole.update(piece);
        length += piece.length;
        await this.deps.pause();
        if (this.closed) throw unavailable(name, 'the service ends');
      }
    } finally {
      source.close();
    }
    if (content.digest('hex') !== source.contentSha256) throw unavailable(name, 'its records have another SHA-256');
    return { length, sha256: whole.digest('hex') };
  }

  private async open(name: DownloadName): Promise<SourceOpened> {
    try {
      return await openSource(name, this.deps);
    } catch (cause) {
      throw unavailable(name, 'it cannot be read now', cause);
    }
  }
}

function busy(): ServiceError {
  return new ServiceError('paused', {
    message: 'too many downloads are under way; repeat the request with the same payment',
    retryAfterSeconds: BUSY_SECONDS,
  });
}

function unavailable({ snapshotId }: SnapshotName, why: string, cause?: unknown): ServiceError {
  return new ServiceError('dataset_unavailable', { message: `the download of snapshot ${snapshotId}: ${why}`, cause });
}
