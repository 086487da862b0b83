import type { OpenIndex } from '../life/dataset';
import type { Starter } from '../life/document-definition';
import type { AdvisoryFiles } from '../store/advisory-files';
import { inheritSeverity } from './inherited-severity';
import { osvStarter } from './starter';

/** The starter's advisories as an open index file. */
export async function buildStarter(files: AdvisoryFiles): Promise<Starter<OpenIndex>> {
  const { asOf, advisories } = osvStarter();
  const builder = files.create();
  for (const advisory of advisories) builder.put(advisory);
  inheritSeverity(builder);
  const file = builder.finish();
  return { asOf, snapshot: { file, reader: await files.open(file) } };
}
