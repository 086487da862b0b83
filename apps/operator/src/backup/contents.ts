import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { SealError } from './sealed-file';

/** A file of a backup; `path` from the data folder. */
export interface KeptFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a backup says of itself: its first part. */
export interface Manifest {
  readonly format: 1;
  /** RFC 3339; what was committed by then is in it. */
  readonly taken_at: string;
  readonly files: readonly KeptFile[];
}

const PIECE_BYTES = 1_048_576;
const MANIFEST_BYTES_MAX = 67_108_864;
/** Nothing else is written when a backup is unpacked. */
const PATHS = /^(payments\.db|(keys|sold)\/[\w-][\w.-]*)$/;

/** The files of a folder that belong into a backup: those of `keys` and `sold`, complete ones only. */
export function filesBelow(dataDir: string): readonly string[] {
  return ['keys', 'sold'].flatMap((folder) =>
    (existsSync(join(dataDir, folder)) ? readdirSync(join(dataDir, folder), { withFileTypes: true }) : [])
      .filter((entry) => entry.isFile() && PATHS.test(`${folder}/${entry.name}`) && !/\.(draft|tmp)$/.test(entry.name))
      .map((entry) => `${folder}/${entry.name}`),
  );
}

/** Size and SHA-256 of a file. */
export function keptFile(path: string, file: string): KeptFile {
  const hash = createHash('sha256');
  let bytes = 0;
  for (const piece of piecesOf(file)) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

/** The parts of a backup in order: the manifest with its length before it, then each file. @param fileOf where a path is read */
export function* packed(manifest: Manifest, fileOf: (path: string) => string): Generator<Buffer> {
  const text = Buffer.from(JSON.stringify(manifest));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  yield length;
  yield text;
  for (const { path } of manifest.files) yield* piecesOf(fileOf(path));
}

/** Unpacks what `packed` gave, piece by piece, into an empty folder; holds each file against its sum. */
export class Unpacking {
  private open: Buffer = Buffer.alloc(0);
  private manifest: Manifest | undefined;
  private at = 0;
  private current: { readonly handle: number; readonly hash: Hash; left: number } | undefined;

  constructor(private readonly folder: string) {}

  take(piece: Buffer): void {
    this.open = this.open.length === 0 ? piece : Buffer.concat([this.open, piece]);
    this.manifest ??= this.readManifest();
    if (this.manifest === undefined) return;
    while (this.at < this.manifest.files.length && this.writeSome(this.manifest.files[this.at]!)) this.at++;
  }

  /** @throws SealError when something is missing */
  end(): Manifest {
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
  private writeSome({ path, bytes, sha256 }: KeptFile): boolean {
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
    if (hash.digest('hex') !== sha256) throw new SealError(`${path} is not what the backup says of it`);
    return true;
  }

  private create(path: string): number {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return openSync(file, 'wx', 0o600);
  }
}

function* piecesOf(file: string): Generator<Buffer> {
  const handle = openSync(file, 'r');
  try {
    for (let left = statSync(file).size; left > 0;) {
      const piece = Buffer.alloc(Math.min(PIECE_BYTES, left));
      const read = readSync(handle, piece, 0, piece.length, null);
      if (read === 0) return;
      left -= read;
      yield piece.subarray(0, read);
    }
  } finally {
    closeSync(handle);
  }
}
