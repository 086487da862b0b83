import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';

/** Bytes gathered before they are written. */
const BUFFER_BYTES = 4 * 1024 * 1024;

/**
 * Writes an archive of many small files to disk (APPNOTE 4.3), holding only its directory in memory. It ends in the records of
 * ZIP64, since the public archives have more files than the old ones can count.
 */
export class ArchiveWriter {
  private readonly handle: number;
  private readonly directory: Buffer[] = [];
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  private offset = 0;
  private count = 0;

  constructor(path: string) {
    this.handle = openSync(path, 'w');
  }

  add(name: string, bytes: Buffer): void {
    const packed = deflateRawSync(bytes, { level: 6 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(0x5a210000, 6);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(this.offset, 10);
    this.directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, entry, Buffer.from(name)]));
    this.write(Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]));
    this.count += 1;
  }

  close(): void {
    const start = this.offset;
    for (const entry of this.directory) this.write(entry);
    this.write(endOfDirectory(this.count, this.offset - start, start, this.offset));
    this.flush();
    closeSync(this.handle);
  }

  private write(bytes: Buffer): void {
    this.pending.push(bytes);
    this.pendingBytes += bytes.length;
    this.offset += bytes.length;
    if (this.pendingBytes >= BUFFER_BYTES) this.flush();
  }

  private flush(): void {
    writeSync(this.handle, Buffer.concat(this.pending));
    this.pending = [];
    this.pendingBytes = 0;
  }
}

function endOfDirectory(count: number, bytes: number, start: number, here: number): Buffer {
  const wide = Buffer.alloc(56);
  wide.write('PK\x06\x06', 'latin1');
  wide.writeBigUInt64LE(44n, 4);
  wide.writeUInt16LE(45, 12);
  wide.writeUInt16LE(45, 14);
  for (const at of [24, 32]) wide.writeBigUInt64LE(BigInt(count), at);
  wide.writeBigUInt64LE(BigInt(bytes), 40);
  wide.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(here), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  for (const at of [8, 10]) end.writeUInt16LE(Math.min(count, 0xffff), at);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(start, 16);
  return Buffer.concat([wide, locator, end]);
}
