import { inFlightLocksContract } from '../testing/in-flight-locks.contract';
import { LocalLocks } from './local-locks';

inFlightLocksContract('Flights of one process', () => {
  const locks = new LocalLocks();
  return { books: (count) => Array.from({ length: count }, () => locks), settled: () => Promise.resolve() };
});
