import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  UpstreamError,
  UpstreamShapeError,
  type AdvisoryBucket,
  type DumpReading,
  type FileContent,
} from '@stackcheck/datasets/fetch';
import { RECORD_BYTES_MAX } from '@stackcheck/datasets/osv';
import { diskFault, download, fetchSmall, type DownloadLimits, type DownloadDeps } from '../adapters/download';
import { linesOfFile } from '../adapters/lines-of-file';
import type { ArchiveReader } from './archive-reader';

const MEBIBYTE = 1024 * 1024;

const SMALL: DownloadLimits = { bytesMax: MEBIBYTE, timeoutMs: 60_000 };
const RECORD: DownloadLimits = { bytesMax: RECORD_BYTES_MAX, timeoutMs: 60_000 };
const LIST: DownloadLimits = { bytesMax: 256 * MEBIBYTE, timeoutMs: 300_000 };
/** npm's archive has a fifth of this. */
const ARCHIVE: DownloadLimits = { bytesMax: 1024 * MEBIBYTE, timeoutMs: 3_600_000 };

/** What reading a bucket needs. */
export interface HttpBucketDeps extends DownloadDeps {
  /** Where archives and lists are put while they are read; removed afterwards. */
  readonly folder: string;
  readonly archives: ArchiveReader;
  readonly progress?: (receivedBytes: number, totalBytes: number | null) => void;
}

/** The bucket of public advisories over HTTP: `ecosystems.txt`, and a folder for each ecosystem. */
export class HttpBucket implements AdvisoryBucket {
  /** @param url of the bucket, with or without a slash at its end */
  constructor(
    private readonly url: string,
    private readonly deps: HttpBucketDeps,
  ) {}

  async ecosystems(): Promise<string> {
    const bytes = await fetchSmall(this.address('ecosystems.txt'), SMALL, this.deps);
    if (bytes === 'missing') throw new UpstreamError('upstream answered 404 for ecosystems.txt');
    if (bytes === 'too_large') throw new UpstreamShapeError(`ecosystems.txt is larger than ${SMALL.bytesMax} bytes`);
    return new TextDecoder().decode(bytes);
  }

  async *changes(ecosystem: string): AsyncGenerator<readonly string[], void, undefined> {
    const path = await this.download(ecosystem, 'modified_id.csv', LIST);
    try {
      yield* linesOfFile(path);
    } finally {
      rmSync(path, { force: true });
    }
  }

  async *dump(ecosystem: string): AsyncGenerator<readonly DumpReading[], void, undefined> {
    const path = await this.download(ecosystem, 'all.zip', ARCHIVE);
    try {
      yield* this.deps.archives.read(path);
    } catch (error) {
      if (!(error instanceof UpstreamShapeError)) throw error;
      throw new UpstreamShapeError(`all.zip of ${ecosystem} ${error.message}`, { cause: error });
    } finally {
      rmSync(path, { force: true });
    }
  }

  async record(ecosystem: string, id: string): Promise<FileContent | undefined> {
    const bytes = await fetchSmall(this.address(ecosystem, `${id}.json`), RECORD, this.deps);
    if (bytes === 'missing') return undefined;
    return bytes === 'too_large' ? { fault: `it is larger than ${RECORD_BYTES_MAX} bytes` } : bytes;
  }

  /** Gives back what reading took. Nothing is asked afterwards. */
  async close(): Promise<void> {
    await this.deps.archives.close();
  }

  private async download(ecosystem: string, file: string, limits: DownloadLimits): Promise<string> {
    const path = join(this.deps.folder, `download-${randomBytes(6).toString('hex')}`);
    this.makeFolder();
    try {
      await download(this.address(ecosystem, file), path, limits, this.deps, this.deps.progress);
      return path;
    } catch (error) {
      rmSync(path, { force: true });
      if (error instanceof UpstreamError)
        throw new UpstreamError(`${error.message} (${ecosystem}/${file})`, { cause: error });
      throw error;
    }
  }

  private makeFolder(): void {
    try {
      mkdirSync(this.deps.folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw diskFault(error) ?? error;
    }
  }

  /** Names of ecosystems may hold blanks. */
  private address(...path: readonly string[]): string {
    return [this.url.replace(/\/+$/, ''), ...path.map(encodeURIComponent)].join('/');
  }
}
