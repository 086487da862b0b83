import { join } from 'node:path';
import { listKeys } from '../../keys/list-keys';
import type { Check } from '../doctor-context';
import { findingsOf } from '../finding';

const { ok, skipped, fault } = findingsOf('keys');

/** The keys of the data folder, and who may read them. */
export const keys: Check = {
  name: 'keys',
  async run({ config: { dataDir } }) {
    const found = listKeys(join(dataDir, 'keys'));
    if (found.length === 0) return [skipped('there are none yet: API and ingest make theirs')];
    return found.map(({ file, kind, problem }) =>
      problem === null
        ? ok(`${file}: ${kind}`)
        : fault(`${file}: ${problem.split(':')[0]}`, `it ${kind}`, problem.split(': ').slice(1).join(': ')),
    );
  },
};
