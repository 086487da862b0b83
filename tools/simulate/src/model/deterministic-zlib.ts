import zlib from 'node:zlib';

type Callback = (error: Error | null, result?: Buffer) => void;
type Transform = (buffer: Uint8Array, options?: zlib.ZlibOptions) => Buffer;

/** Answers are few and small here; more than this many are forgotten and made again. */
const KNOWN_MAX = 5_000;

const gzipAtOnce = remembered(zlib.gzipSync);
const gunzipAtOnce = remembered(zlib.gunzipSync);

/**
 * Compression without threads, so that the order in which writes reach the ledger does not depend on the machine, and only
 * once per text: setting up the compressor costs more than a commit here. Must be loaded before the ledger, which keeps the
 * functions it finds.
 */
Object.assign(zlib, {
  gzipSync: gzipAtOnce,
  gunzipSync: gunzipAtOnce,
  gzip: withCallback(gzipAtOnce),
  gunzip: withCallback(gunzipAtOnce),
});

function remembered(transform: (buffer: Uint8Array, options: zlib.ZlibOptions) => Buffer): Transform {
  const known = new Map<string, Buffer>();
  return (buffer, options = {}) => {
    const key = JSON.stringify(options) + Buffer.from(buffer).toString('latin1');
    let result = known.get(key);
    if (!result) {
      if (known.size >= KNOWN_MAX) known.clear();
      known.set(key, (result = transform(buffer, options)));
    }
    // A copy, because the caller may write into it.
    return Buffer.from(result);
  };
}

function withCallback(transform: Transform) {
  return (buffer: Buffer, options: zlib.ZlibOptions | Callback, callback?: Callback): void => {
    if (typeof options === 'function') options(null, transform(buffer));
    else callback!(null, transform(buffer, options));
  };
}
