import { packChunks, type PackSource } from '../write/pack-chunks';

/** The pack of an index in one piece. */
export function packOf(source: PackSource): Buffer {
  return Buffer.concat([...packChunks(source)]);
}
