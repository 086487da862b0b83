import { inFlightLocksContract } from '../testing/in-flight-locks.contract';
import { LocalLocks } from './local-locks';

inFlightLocksContract('locks of one process', () => {
  const locks = new LocalLocks();
  return { clients: (count) => Array.from({ length: count }, () => locks), settled: () => Promise.resolve() };
});
