/// <reference types="jest" />
import { sha256Hex } from '@stackcheck/signing';
import { IndexFileError, MISSING_INDEX } from '../../snapshot/index-file';
import { joinBytes } from '../../snapshot/join-bytes';
import type { AdvisoryFiles } from '../../store/advisory-files';
import { someAdvisory } from './advisories';

const PIECE_BYTES_MAX = 64 * 1024;

/** What every folder of index files promises of packs. */
export function describePacks(folder: () => AdvisoryFiles): void {
  const bytes = Uint8Array.from({ length: 12 * PIECE_BYTES_MAX + 5 }, (_, at) => (at * at) % 251);
  const ends = [8, 200_000, 200_000, 300_000, 600_000, bytes.length];
  const chunks = ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end));

  it('keeps a pack under its digest and gives it back in pieces', async () => {
    const files = folder();
    const file = await files.keepPack(chunks);

    expect(file).toEqual({ sha256: sha256Hex(bytes), bytes: bytes.length });
    expect(await files.keepPack([bytes])).toEqual(file);
    const pack = await files.openPack(file);
    const pieces = [...pack.pieces()];
    pack.close();
    expect(sha256Hex(joinBytes(pieces))).toBe(file.sha256);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(PIECE_BYTES_MAX);
  });

  it.each([1, PIECE_BYTES_MAX, 2 * PIECE_BYTES_MAX, 2 * PIECE_BYTES_MAX + 1])(
    'gives a pack of %i bytes back without a piece that is empty',
    async (length) => {
      const files = folder();
      const pack = await files.openPack(await files.keepPack([bytes.subarray(0, length)]));
      const pieces = [...pack.pieces()];
      pack.close();

      expect(joinBytes(pieces)).toEqual(bytes.subarray(0, length));
      expect(pieces).toHaveLength(Math.ceil(length / PIECE_BYTES_MAX));
    },
  );

  it('does not open a pack that is not the one that was named', async () => {
    const files = folder();
    const file = await files.keepPack(chunks);

    await expect(files.openPack({ ...file, sha256: '0'.repeat(64) })).rejects.toThrow(MISSING_INDEX);
    await expect(files.openPack({ ...file, bytes: file.bytes - 1 })).rejects.toThrow(IndexFileError);
    await expect(files.openPack({ ...file, sha256: '../x' })).rejects.toThrow();
  });

  it('leaves nothing of a pack that was broken off', async () => {
    const files = folder();
    function* broken() {
      yield chunks[0]!;
      throw new Error('broken off');
    }

    await expect(files.keepPack(broken())).rejects.toThrow('broken off');
    expect(files.sweep([])).toBe(0);
  });

  it('removes packs and indexes apart from each other; what is open can still be read', async () => {
    const files = folder();
    const builder = files.create();
    builder.put(someAdvisory('GHSA-1'));
    const index = builder.finish();
    const [kept, gone] = [await files.keepPack(chunks), await files.keepPack([bytes.subarray(1)])];
    const open = await files.openPack(gone);

    expect(files.sweep([index, kept])).toBe(1);
    expect(sha256Hex(joinBytes([...open.pieces()]))).toBe(gone.sha256);
    open.close();
    await expect(files.openPack(gone)).rejects.toThrow(MISSING_INDEX);
    expect(files.sweep([kept])).toBe(1);
    (await files.openPack(kept)).close();
  });
}
