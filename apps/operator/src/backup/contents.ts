import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file of a backup; `path` from the data folder. */
export interface KeptFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** It is as it was in the backup before, and not packed again. */
  readonly unchanged?: true;
  /** Only these pieces of it are packed, in this order; the others are as in the backup before. */
  readonly pieces?: readonly number[];
}

/** The backup that an incremental one goes on from. */
export interface Base {
  /** Its name, in the same folder. */
  readonly file: string;
  readonly id: string;
}

/** What a backup says of itself: its first part. */
export interface Manifest {
  readonly format: 1;
  /** RFC 3339; what was committed by then is in it. */
  readonly taken_at: string;
  readonly files: readonly KeptFile[];
  /** Names this very backup; absent in those of earlier versions. */
  readonly id?: string;
  /** Absent where the backup is whole. */
  readonly base?: Base;
  /** How many backups are needed before this one; absent: none. */
  readonly depth?: number;
  /** Of each piece of the ledger, in order: what the next backup compares with. */
  readonly ledger_pieces?: readonly string[];
  /** The same of `gas.db`, where there is one. */
  readonly gas_pieces?: readonly string[];
}

/**
 * The databases that are backed up, and where the manifest keeps the sums of their pieces. In this order: what the wallet of `gas.db` sent
 * for a payment that the ledger does not know yet harms nobody, and the later its book is copied, the fewer of its nonces are unknown.
 */
export const DATABASES = { 'payments.db': 'ledger_pieces', 'gas.db': 'gas_pieces' } as const;
/** A database that is backed up. */
export type DatabaseName = keyof typeof DATABASES;

const PIECE_BYTES = 1_048_576;
/** Of a database, which is changed in pages of 4 KiB. */
export const DATABASE_PIECE_BYTES = 16_384;
/** Nothing else is written when a backup is unpacked. */
export const PATHS = /^((payments|gas)\.db|payments\.pgdump|(keys|sold)\/[\w-][\w.-]*)$/;

/**
 * The databases of a folder that belong into a backup, in the order in which they are copied; that of the ledger always, unless it is
 * elsewhere.
 */
export function databasesIn(dataDir: string, isLedgerElsewhere = false): readonly DatabaseName[] {
  return Object.keys(DATABASES).filter((name) =>
    name === 'payments.db' ? !isLedgerElsewhere : existsSync(join(dataDir, name)),
  ) as DatabaseName[];
}

/** Whether a path of a backup is that of a database. */
export function isDatabase(path: string): path is DatabaseName {
  return path in DATABASES;
}

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
  for (const { path, unchanged, pieces } of manifest.files) {
    if (pieces !== undefined) yield* somePieces(fileOf(path), pieces);
    else if (!unchanged) yield* piecesOf(fileOf(path));
  }
}

/** The SHA-256 of each piece of a file, in order. */
export function pieceSums(file: string): readonly string[] {
  const count = Math.ceil(statSync(file).size / DATABASE_PIECE_BYTES);
  const sums: string[] = [];
  for (const piece of somePieces(
    file,
    Array.from({ length: count }, (_none, index) => index),
  ))
    sums.push(createHash('sha256').update(piece).digest('hex'));
  return sums;
}

function* somePieces(file: string, indexes: readonly number[]): Generator<Buffer> {
  const handle = openSync(file, 'r');
  try {
    for (const index of indexes) {
      const piece = Buffer.alloc(DATABASE_PIECE_BYTES);
      const read = readSync(handle, piece, 0, piece.length, index * DATABASE_PIECE_BYTES);
      yield piece.subarray(0, read);
    }
  } finally {
    closeSync(handle);
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
