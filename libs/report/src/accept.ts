export { addAcceptance, type AddedAcceptance, type NewAcceptance } from './accept/add-acceptance';
export { applyAcceptances, type AppliedAcceptances } from './accept/apply-acceptances';
export type { Acceptance, AcceptanceSource } from './accept/acceptance';
export { applyBaseline, readBaseline, writeBaseline, type Baseline, type BaselineReading } from './accept/baseline';
export { globMatches } from './accept/glob';
export { readProjectFile, type ProjectFileReading } from './accept/project-file';
export { readVex, type VexReading } from './accept/vex';
