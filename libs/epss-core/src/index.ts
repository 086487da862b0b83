export { isProbability, reaches, type EpssScore, type EpssView } from './score';
export { epssAmong, EpssIndex, EpssIndexBuilder, type EpssFacts } from './epss-index';
export { checkEpss, type EpssEcho, type EpssReport, type EpssResult } from './check-cves';
export { crossing, isModelChange, standingOf, type EpssStanding } from './standing';
