import { chain } from './checks/chain';
import { clock } from './checks/clock';
import { datasets } from './checks/datasets';
import { disk } from './checks/disk';
import { facilitators } from './checks/facilitators';
import { gas } from './checks/gas';
import { keys } from './checks/keys';
import { ledger } from './checks/ledger';
import { purchase } from './checks/purchase';
import { service } from './checks/service';
import type { DoctorContext } from './doctor-context';
import { findingsOf, type Finding } from './finding';

/** In the order in which a fault explains those after it. */
const CHECKS = [disk, ledger, keys, clock, facilitators, chain, gas, datasets, service, purchase];

/** Everything that is looked at once the configuration can be read, one subject after the other. Never throws. */
export async function* examine(context: DoctorContext): AsyncGenerator<Finding> {
  yield* configuration(context);
  for (const { name, run } of CHECKS) {
    try {
      yield* await run(context);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unexpected fault';
      yield findingsOf(name).fault(reason, 'it could not be looked at', 'mend this and run the doctor again');
    }
  }
}

function configuration({ config }: DoctorContext): readonly Finding[] {
  const { ok, warning } = findingsOf('configuration');
  if (config.warnings.length === 0) return [ok('the environment can be used, without a warning')];
  return config.warnings.map((text) => warning(text, 'the API warns of it at each start', 'docs/configuration.md'));
}
