/** One file of an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * The wanted files of a plain archive in memory, by its central directory (APPNOTE 4.3.12): stored or deflated, no ZIP64. For
 * tests only; dumps are read by the worker's own reader.
 * @param inflate undoes raw deflate
 */
export function* zipEntries(
  archive: Uint8Array,
  inflate: (bytes: Uint8Array) => Uint8Array,
  wanted: (name: string) => boolean,
): Generator<ZipEntry> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  let end = archive.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END_OF_DIRECTORY) end -= 1;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const length = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + length));
    if (wanted(name)) {
      const local = view.getUint32(at + 42, true);
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const packed = archive.subarray(start, start + view.getUint32(at + 20, true));
      yield { name, bytes: view.getUint16(at + 10, true) === 0 ? packed : inflate(packed) };
    }
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

const END_OF_DIRECTORY = 0x06054b50;
