import { sha256Hex } from '@stackcheck/signing';
import { contentSha256, recordText } from '../content';
import { MemoryBuilder, memoryReader, type AdvisoriesInMemory } from '../memory-advisories';
import { IndexFileError, MISSING_INDEX } from '../../snapshot/index-file';
import type { AdvisoryBuilder, AdvisoryFiles, AdvisoryReader, KeptPack } from '../../store/advisory-files';
import type { IndexFile } from '../../snapshot/index-file';
import { joinBytes } from '../../snapshot/join-bytes';
import { compareText } from '../stored-advisory';

const PIECE_BYTES = 64 * 1024;

/** A folder of index files that forgets. Behaves as the port says; both it and the SQLite folder pass the contract suite. */
export class MemoryAdvisoryFiles implements AdvisoryFiles {
  readonly files = new Map<string, AdvisoriesInMemory>();
  readonly packs = new Map<string, Uint8Array>();

  create(from?: IndexFile): AdvisoryBuilder {
    const base = from === undefined ? undefined : this.files.get(from.sha256);
    if (from !== undefined && base === undefined) throw new IndexFileError('the index to go on from is missing');
    return new MemoryBuilder(new Map(base?.advisories), (contents) => {
      const reader = memoryReader(contents);
      const file = { sha256: sha256Hex(contentSha256(reader)), bytes: contents.advisories.size };
      this.files.set(file.sha256, contents);
      return file;
    });
  }

  async open(file: IndexFile): Promise<AdvisoryReader> {
    const contents = this.files.get(file.sha256);
    if (contents === undefined) throw new IndexFileError(MISSING_INDEX);
    if (contents.advisories.size !== file.bytes) throw new IndexFileError('its index file has another size');
    return memoryReader(contents);
  }

  differences(before: IndexFile, after: IndexFile): readonly string[] {
    const [olds, news] = [before, after].map(({ sha256 }) => this.files.get(sha256)!.advisories);
    const ids = new Set([...olds!.keys(), ...news!.keys()]);
    const textIn = (advisories: AdvisoriesInMemory['advisories'], id: string): string | undefined => {
      const found = advisories.get(id);
      return found && recordText(found);
    };
    return [...ids].filter((id) => textIn(olds!, id) !== textIn(news!, id)).sort(compareText);
  }

  async keepPack(chunks: Iterable<Uint8Array>): Promise<IndexFile> {
    const bytes = joinBytes([...chunks]);
    const file = { sha256: sha256Hex(bytes), bytes: bytes.length };
    this.packs.set(file.sha256, bytes);
    return file;
  }

  async openPack({ sha256, bytes: length }: IndexFile): Promise<KeptPack> {
    const bytes = this.packs.get(sha256);
    if (bytes === undefined) throw new IndexFileError(MISSING_INDEX);
    if (bytes.length !== length) throw new IndexFileError('its pack has another size');
    if (sha256Hex(bytes) !== sha256) throw new IndexFileError('its pack has another SHA-256');
    return {
      *pieces() {
        for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
      },
      close: () => undefined,
    };
  }

  sweep(keep: readonly IndexFile[]): number {
    const kept = new Set(keep.map(({ sha256 }) => sha256));
    const held = [this.files, this.packs].flatMap((folder) => [...folder.keys()].map((name) => ({ folder, name })));
    const gone = held.filter(({ name }) => !kept.has(name));
    for (const { folder, name } of gone) folder.delete(name);
    return gone.length;
  }
}
