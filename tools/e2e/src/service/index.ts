/** What other tools need to run the built apps as processes: no chain, no wallet. */
export {
  appsAreBuilt,
  commandOf,
  freePort,
  runApp,
  startProgram,
  untilLive,
  type RunningApp,
} from '../processes/built-app';
export {
  startSlowFacilitator,
  type JudgedPayment,
  type SlowFacilitator,
  type Verdict,
} from '../processes/slow-facilitator';
export { publishSelection } from './publish-selection';
export { ROOT } from './repository';
export { Scratch } from './scratch';
