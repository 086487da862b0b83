import { crc32, deflateRawSync } from 'node:zlib';

/** A file to be packed; what is stated of it may be made wrong. */
export interface PackedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly stated?: {
    readonly crc32?: number;
    readonly size?: number;
    readonly packedSize?: number;
    readonly method?: number;
    readonly flags?: number;
    readonly localOffset?: number;
  };
  /** In place of the packed bytes. */
  readonly packed?: Uint8Array;
}

/** An archive of these files in memory (APPNOTE 4.3), deflated unless they are empty. */
export function zipOf(files: readonly PackedFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, stated = {}, packed = deflateRawSync(bytes) } of files) {
    const encoded = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE((stated.flags ?? 0) | 0x800, 2);
    common.writeUInt16LE(stated.method ?? 8, 4);
    common.writeUInt32LE(0x5a210000, 6);
    common.writeUInt32LE(stated.crc32 ?? crc32(bytes), 10);
    common.writeUInt32LE(stated.packedSize ?? packed.length, 14);
    common.writeUInt32LE(stated.size ?? bytes.length, 18);
    common.writeUInt16LE(encoded.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, encoded, packed]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(stated.localOffset ?? offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, entry, encoded]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length % 0x10000, 8);
  end.writeUInt16LE(files.length % 0x10000, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}
