import { sha256Hex } from '@stackcheck/signing';
import { contentSha256, recordText } from '../content';
import { MemoryBuilder, memoryReader, type AdvisoriesInMemory } from '../memory-advisories';
import { IndexFileError, MISSING_INDEX } from '../../snapshot/index-file';
import type { AdvisoryBuilder, AdvisoryFiles, AdvisoryReader } from '../../store/advisory-files';
import type { IndexFile } from '../../snapshot/index-file';
import { compareText } from '../stored-advisory';

/** A folder of index files that forgets. Behaves as the port says; both it and the SQLite folder pass the contract suite. */
export class MemoryAdvisoryFiles implements AdvisoryFiles {
  readonly files = new Map<string, AdvisoriesInMemory>();

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

  sweep(keep: readonly IndexFile[]): number {
    const kept = new Set(keep.map(({ sha256 }) => sha256));
    const gone = [...this.files.keys()].filter((name) => !kept.has(name));
    for (const name of gone) this.files.delete(name);
    return gone.length;
  }
}
