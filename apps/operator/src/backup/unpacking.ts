import { createHash, type Hash } from 'node:crypto';
import { closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, truncateSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keptFile, DATABASE_PIECE_BYTES, PATHS, type KeptFile, type Manifest } from './contents';
import { SealError } from './sealed-file';

const MANIFEST_BYTES_MAX = 67_108_864;

/** Unpacks what `packed` gave, piece by piece, into an empty folder; holds each file against its sum. */
export class Unpacking {
  private open: Buffer = Buffer.alloc(0);
  manifest: Manifest | undefined;
  private at = 0;
  private composing: { readonly handle: number; next: number } | undefined;
  private current: { readonly handle: number; readonly hash: Hash; left: number } | undefined;

  /** @param base where the backup before was unpacked; of a whole one, none is needed */
  constructor(
    private readonly folder: string,
    private readonly base?: string,
  ) {}

  /** Reads no further than the manifest. */
  takeManifest(piece: Buffer): void {
    this.open = this.open.length === 0 ? piece : Buffer.concat([this.open, piece]);
    this.manifest ??= this.readManifest();
  }

  take(piece: Buffer): void {
    this.takeManifest(piece);
    if (this.manifest === undefined) return;
    while (this.at < this.manifest.files.length && this.writeSome(this.manifest.files[this.at]!)) this.at++;
  }

  /** @throws SealError when something is missing */
  end(): Manifest {
    // What has no bytes of its own may be last.
    this.take(Buffer.alloc(0));
    if (this.manifest === undefined || this.at < this.manifest.files.length || this.open.length > 0)
      throw new SealError('the backup is incomplete');
    return this.manifest;
  }

  private readManifest(): Manifest | undefined {
    if (this.open.length < 4) return undefined;
    const length = this.open.readUInt32BE();
    if (length > MANIFEST_BYTES_MAX) throw new SealError('the backup cannot be read with this key');
    if (this.open.length < 4 + length) return undefined;
    let manifest: Manifest;
    try {
      manifest = JSON.parse(this.open.toString('utf8', 4, 4 + length)) as Manifest;
    } catch {
      throw new SealError('the backup cannot be read with this key');
    }
    const strange = manifest.files.find(({ path }) => !PATHS.test(path));
    if (strange !== undefined)
      throw new SealError(`the backup holds ${strange.path}, which is no part of a data folder`);
    this.open = this.open.subarray(4 + length);
    return manifest;
  }

  /** Whether the file is complete. */
  private writeSome(file: KeptFile): boolean {
    const { path, bytes, sha256 } = file;
    if (file.unchanged) return this.keep(file);
    if (file.pieces !== undefined) return this.compose(file, file.pieces);
    this.current ??= { handle: this.create(path), hash: createHash('sha256'), left: bytes };
    const { handle, hash, left } = this.current;
    const piece = this.open.subarray(0, left);
    this.open = this.open.subarray(piece.length);
    for (let at = 0; at < piece.length;) at += writeSync(handle, piece, at);
    hash.update(piece);
    this.current.left -= piece.length;
    if (this.current.left > 0) return false;
    fsyncSync(handle);
    closeSync(handle);
    this.current = undefined;
    if (hash.digest('hex') !== sha256) throw notAsSaid(path);
    return true;
  }

  private keep({ path, sha256 }: KeptFile): boolean {
    copyFileSync(this.inBase(path), this.made(path));
    if (keptFile(path, join(this.folder, path)).sha256 !== sha256) throw notAsSaid(path);
    return true;
  }

  /** Writes pieces over the file of the backup before, each as soon as it is there. */
  private compose({ path, bytes, sha256 }: KeptFile, pieces: readonly number[]): boolean {
    if (this.composing === undefined) {
      copyFileSync(this.inBase(path), this.made(path));
      truncateSync(join(this.folder, path), bytes);
      this.composing = { handle: openSync(join(this.folder, path), 'r+'), next: 0 };
    }
    const { handle } = this.composing;
    for (; this.composing.next < pieces.length; this.composing.next++) {
      const position = pieces[this.composing.next]! * DATABASE_PIECE_BYTES;
      const length = Math.min(DATABASE_PIECE_BYTES, bytes - position);
      if (!(position >= 0 && length > 0)) throw notAsSaid(path);
      if (this.open.length < length) return false;
      for (let at = 0; at < length;) at += writeSync(handle, this.open, at, length - at, position + at);
      this.open = this.open.subarray(length);
    }
    fsyncSync(handle);
    closeSync(handle);
    this.composing = undefined;
    if (keptFile(path, join(this.folder, path)).sha256 !== sha256) throw notAsSaid(path);
    return true;
  }

  private inBase(path: string): string {
    if (this.base !== undefined && existsSync(join(this.base, path))) return join(this.base, path);
    throw new SealError(`the backup before this one does not hold ${path}`);
  }

  private made(path: string): string {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return file;
  }

  private create(path: string): number {
    return openSync(this.made(path), 'wx', 0o600);
  }
}

/** The manifest at the beginning of what `packed` gave; keeps nothing else. */
export class ManifestReading {
  private readonly unpacking = new Unpacking('');

  take(piece: Buffer): void {
    if (this.unpacking.manifest === undefined) this.unpacking.takeManifest(piece);
  }

  /** @throws SealError where there is none */
  end(): Manifest {
    if (this.unpacking.manifest === undefined) throw new SealError('the backup is incomplete');
    return this.unpacking.manifest;
  }
}

function notAsSaid(path: string): SealError {
  return new SealError(`${path} is not what the backup says of it`);
}
