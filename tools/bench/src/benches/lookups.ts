import { batchLookups, imageLookups, versionLookups } from '../lookups/eol-lookups';
import { contest } from '../lookups/contest';
import { epssLookups } from '../lookups/epss-lookups';
import { kevLookups } from '../lookups/kev-lookups';
import { cheapestLookups } from '../lookups/models-lookups';
import { withServedIndexes } from '../lookups/served-indexes';
import { stackLookups } from '../lookups/stack-lookups';
import type { Report, Row } from '../report/table';

const ROUNDS = 5;
const TODAY = '2026-11-20';

/**
 * Look-ups without HTTP, in processor time of this one process: versions, images, batches, the cheapest model, a catalogue of
 * CVEs, their scores and a whole stack, on snapshots as they are served. Each against the naive way to answer the same question, which knows
 * no aliases, no codenames, no reasons; or, where there is none, against writing the answer as JSON.
 */
export async function benchLookups({ rounds = ROUNDS }: { readonly rounds?: number } = {}): Promise<Report> {
  return withServedIndexes(async ({ eol, kev, epss, models, osv, data }) => {
    const all = [
      imageLookups(eol, TODAY),
      batchLookups(eol, TODAY),
      versionLookups(eol, TODAY),
      cheapestLookups(models, TODAY),
      kevLookups(kev, TODAY),
      epssLookups(epss),
      stackLookups({ eol: { ...eol, index: eol.products }, kev, osv }, TODAY),
    ];
    const rows: Row[] = [];
    for (const lookups of all) rows.push(...(await contest(lookups, rounds)));
    const title = `Look-ups on one core, no HTTP (processor time; data: ${data}; median and spread of ${rounds} alternating rounds)`;
    return { title, rows };
  });
}
