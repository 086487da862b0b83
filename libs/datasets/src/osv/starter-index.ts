import type { OpenIndex, PackAdvisories } from '../life/dataset';
import type { Starter } from '../life/document-definition';
import type { AdvisoryFiles } from '../store/advisory-files';
import { inheritSeverity } from './inherited-severity';
import { openWithPack } from './open-with-pack';
import { osvStarter } from './starter';

/** The starter's advisories as an open index file, with its pack where packs are made. */
export async function buildStarter(files: AdvisoryFiles, packAdvisories?: PackAdvisories): Promise<Starter<OpenIndex>> {
  const { asOf, advisories } = osvStarter();
  const builder = files.create();
  for (const advisory of advisories) builder.put(advisory);
  inheritSeverity(builder);
  return { asOf, snapshot: await openWithPack(builder.finish(), files, packAdvisories) };
}
