import type { EpssIndex } from '@stackcheck/epss-core';
import type { KevIndex } from '@stackcheck/kev-core';
import { indexEol, type EolIndex } from '../eol/lookup';
import { eolStarter } from '../eol/starter';
import { indexEpss } from '../epss/lookup';
import { epssStarter } from '../epss/starter';
import { indexKev } from '../kev/lookup';
import { kevStarter } from '../kev/starter';
import { indexModels, type ModelsIndex } from '../models/lookup';
import { modelsStarter } from '../models/starter';
import { inheritSeverity } from '../osv/inherited-severity';
import { indexOsv, type OsvIndex } from '../osv/lookup';
import { MemoryBuilder, memoryReader, type AdvisoriesInMemory } from '../osv/memory-advisories';
import { osvStarter } from '../osv/starter';
import { finish } from '../tasks/cooperative-task';

/** The embedded selection of a dataset, as it is asked, and the instant for which its facts were written down (ISO 8601). */
export interface StarterIndex<Index> {
  readonly asOf: string;
  readonly index: Index;
}

/**
 * The embedded selections, each made into look-ups when it is first asked for: a few widely known products, vulnerabilities and
 * models, to try a program with. Of what is not among them they say that it is unknown.
 */
export const STARTERS = {
  eol(): StarterIndex<EolIndex> {
    const { asOf, snapshot } = eolStarter();
    return { asOf, index: finish(indexEol(snapshot, false)) };
  },
  kev(): StarterIndex<KevIndex> {
    const { asOf, snapshot } = kevStarter();
    return { asOf, index: finish(indexKev(snapshot, false)) };
  },
  epss(): StarterIndex<EpssIndex> {
    const { asOf, snapshot } = epssStarter();
    return { asOf, index: finish(indexEpss(snapshot, false)) };
  },
  osv(): StarterIndex<OsvIndex> {
    const { asOf, advisories } = osvStarter();
    let contents: AdvisoriesInMemory | undefined;
    const builder = new MemoryBuilder(new Map(), (built) => {
      contents = built;
      return { sha256: '', bytes: 0 };
    });
    for (const advisory of advisories) builder.put(advisory);
    inheritSeverity(builder);
    builder.finish();
    return { asOf, index: indexOsv(memoryReader(contents!), false) };
  },
  models(): StarterIndex<ModelsIndex> {
    const { asOf, snapshot } = modelsStarter();
    return { asOf, index: finish(indexModels(snapshot, false)) };
  },
};
