/** One file of an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * The files of a plain archive in memory, by its central directory (APPNOTE 4.3.12): stored or deflated, no ZIP64, no
 * encryption. `inflate` undoes raw deflate.
 */
export function* readZip(archive: Uint8Array, inflate: (bytes: Uint8Array) => Uint8Array): Generator<ZipEntry> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  let end = archive.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END_OF_DIRECTORY) end--;
  if (end < 0) throw new Error('no central directory');
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as Three;
    const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameLength));
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const packed = archive.subarray(start, start + view.getUint32(at + 20, true));
    yield { name, bytes: view.getUint16(at + 10, true) === 0 ? packed : inflate(packed) };
    at += 46 + nameLength + extra + comment;
  }
}

type Three = [number, number, number];

const END_OF_DIRECTORY = 0x06054b50;
