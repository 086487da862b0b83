import { createHash } from 'node:crypto';
import { ServiceError } from '@stackcheck/contract';
import type { AdvisoriesOpened, StoredAdvisories } from '@stackcheck/datasets';
import { canonicalBytes } from '@stackcheck/signing';
import type { AnswerReference, SnapshotName } from './answer-reference';

/** The bytes of a download, ready to be sent. Holds a place until it is closed. */
export interface OpenDownload {
  readonly reference: AnswerReference;
  /** From the first byte on, in pieces of at most 64 KiB. */
  pieces(): Iterable<Uint8Array>;
  close(): void;
}

/** `forgotten`: no such snapshot is stored any more; `missing`: it is, but not its records. */
export type Reopened = OpenDownload | 'forgotten' | 'missing';

/** Snapshots that are sent piece by piece from where they lie. */
export interface SnapshotDownloads {
  /**
   * A download to be sold: everything that can go wrong with it goes wrong before it is paid.
   * @throws ServiceError `paused` when too many are under way, `dataset_unavailable` when it cannot be made
   */
  prepare(name: SnapshotName): Promise<OpenDownload>;
  /** One that was sold before. Throws like `prepare`. */
  reopen(reference: AnswerReference): Promise<Reopened>;
  /** The one that is sold now; undefined when there is none. */
  current(dataset: SnapshotName['dataset']): SnapshotName | undefined;
}

/** What making downloads needs. */
export interface StoredDownloadsUses {
  open(snapshotId: string): Promise<AdvisoriesOpened>;
  current(dataset: SnapshotName['dataset']): SnapshotName | undefined;
  /** Lets requests be answered between two pieces. */
  pause(): Promise<void>;
  readonly openMax?: number;
}

type Measured = Pick<AnswerReference, 'length' | 'sha256'>;

const JSON_TYPE = 'application/json; charset=utf-8';
/** Each holds an open file and a page of records; a buyer who reads slowly holds it for long. */
const OPEN_MAX = 16;
const MEASURED_MAX = 3;
const BUSY_SECONDS = 10;

/**
 * Downloads of the package advisories out of their index files. The digest of a download goes out before its body, so a
 * snapshot is read through once when it comes into use; from then on every sending of it is held against that.
 */
export class StoredDownloads implements SnapshotDownloads {
  private readonly measured = new Map<string, Promise<Measured>>();
  private places = 0;
  private closed = false;

  constructor(private readonly uses: StoredDownloadsUses) {}

  async prepare(name: SnapshotName): Promise<OpenDownload> {
    const { length, sha256 } = await this.measure(name);
    const found = await this.reopen({ ...name, length, sha256, contentType: JSON_TYPE });
    if (typeof found === 'string') throw unavailable(name, 'its records are not there any more');
    return found;
  }

  async reopen(reference: AnswerReference): Promise<Reopened> {
    if (this.places >= (this.uses.openMax ?? OPEN_MAX))
      throw new ServiceError('paused', {
        message: 'too many downloads are under way; repeat the request with the same payment',
        retryAfterSeconds: BUSY_SECONDS,
      });
    this.places++;
    let open: AdvisoriesOpened | undefined;
    try {
      open = await this.open(reference);
    } finally {
      if (open?.kind !== 'open') this.places--;
    }
    if (open.kind === 'fault') throw unavailable(reference, open.fault);
    if (open.kind !== 'open') return open.kind;
    const { advisories } = open;
    let isOpen = true;
    return {
      reference,
      pieces: () => downloadOf(advisories),
      close: () => {
        if (isOpen) this.places--;
        if (isOpen) advisories.close();
        isOpen = false;
      },
    };
  }

  current(dataset: SnapshotName['dataset']): SnapshotName | undefined {
    return this.uses.current(dataset);
  }

  /** Reads a snapshot through, once, however many ask. A failure is forgotten, so that whoever asks next tries again. */
  measure(name: SnapshotName): Promise<Measured> {
    const known = this.measured.get(name.snapshotId);
    if (known) return known;
    const measuring = this.readThrough(name);
    this.measured.set(name.snapshotId, measuring);
    const oldest = this.measured.size > MEASURED_MAX ? this.measured.keys().next().value : undefined;
    if (oldest !== undefined) this.measured.delete(oldest);
    measuring.catch(() => this.measured.delete(name.snapshotId));
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

  private async readThrough(name: SnapshotName): Promise<Measured> {
    const open = await this.open(name);
    if (open.kind !== 'open') throw unavailable(name, open.kind === 'fault' ? open.fault : 'its records are not there');
    const { advisories } = open;
    const [whole, content] = [createHash('sha256'), createHash('sha256')];
    let length = 0;
    try {
      for (const piece of downloadOf(advisories, (bytes) => content.update(bytes))) {
        whole.update(piece);
        length += piece.length;
        await this.uses.pause();
        if (this.closed) throw unavailable(name, 'the service ends');
      }
    } finally {
      advisories.close();
    }
    if (content.digest('hex') !== advisories.manifest.sha256)
      throw unavailable(name, 'its records have another SHA-256');
    return { length, sha256: whole.digest('hex') };
  }

  private async open(name: SnapshotName): Promise<AdvisoriesOpened> {
    try {
      return await this.uses.open(name.snapshotId);
    } catch (cause) {
      throw unavailable(name, 'it cannot be read now', cause);
    }
  }
}

/** `{"data":{"manifest":…,"snapshot":…}}` as JSON. @param content told the pieces of the snapshot alone */
function* downloadOf(advisories: StoredAdvisories, content?: (piece: Uint8Array) => void): Generator<Uint8Array> {
  const manifest = canonicalBytes(advisories.manifest);
  yield Buffer.concat([Buffer.from('{"data":{"manifest":'), manifest, Buffer.from(',"snapshot":')]);
  for (const piece of advisories.pieces()) {
    content?.(piece);
    yield piece;
  }
  yield Buffer.from('}}');
}

function unavailable({ snapshotId }: SnapshotName, why: string, cause?: unknown): ServiceError {
  return new ServiceError('dataset_unavailable', { message: `the download of snapshot ${snapshotId}: ${why}`, cause });
}
