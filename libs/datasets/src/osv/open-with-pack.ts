import type { OpenIndex, PackAdvisories } from '../life/dataset';
import type { IndexFile } from '../snapshot/index-file';
import type { AdvisoryFiles } from '../store/advisory-files';

/** Opens an index file that was just made, and makes its pack where packs are made. */
export async function openWithPack(
  file: IndexFile,
  files: AdvisoryFiles,
  packAdvisories: PackAdvisories | undefined,
): Promise<OpenIndex> {
  const reader = await files.open(file);
  try {
    return { file, pack: packAdvisories && (await files.keepPack(packAdvisories(reader))), reader };
  } catch (error) {
    reader.close();
    throw error;
  }
}
