/** The texts of a plain archive of deflated files (APPNOTE 4.3.12); no ZIP64. `inflate` undoes raw deflate. */
export function* readZip(archive: Uint8Array, inflate: (bytes: Uint8Array) => Uint8Array): Generator<string> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  let end = archive.length - 22;
  while (view.getUint32(end, true) !== 0x06054b50) end -= 1;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const header = view.getUint32(at + 42, true);
    const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
    const packed = archive.subarray(start, start + view.getUint32(at + 20, true));
    yield new TextDecoder().decode(view.getUint16(at + 10, true) === 0 ? packed : inflate(packed));
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}
