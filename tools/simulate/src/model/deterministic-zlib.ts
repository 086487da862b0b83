import zlib from 'node:zlib';

type Callback = (error: Error | null, result?: Buffer) => void;

/**
 * Compression without threads, so that the order in which writes reach the ledger does not depend on the machine. Must be
 * loaded before the ledger, which keeps the functions it finds.
 */
function compressAtOnce(buffer: Buffer, options: zlib.ZlibOptions | Callback, callback?: Callback): void {
  const done = typeof options === 'function' ? options : callback!;
  done(null, zlib.gzipSync(buffer, typeof options === 'function' ? {} : options));
}

function decompressAtOnce(buffer: Buffer, options: zlib.ZlibOptions | Callback, callback?: Callback): void {
  const done = typeof options === 'function' ? options : callback!;
  done(null, zlib.gunzipSync(buffer));
}

Object.assign(zlib, { gzip: compressAtOnce, gunzip: decompressAtOnce });
