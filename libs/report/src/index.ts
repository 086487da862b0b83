export type {
  AcceptedFinding,
  Assessment,
  CycleInUse,
  Finding,
  FindingComponent,
  FindingPlace,
  FurtherVulnerability,
  Outcome,
  OutcomeSnapshot,
  OutcomeSummary,
} from './outcome';
export { OUTCOME_SCHEMA } from './formats/json/json';
export { nothingJudgedText } from './text/counts';
export { REPORT_FORMATS } from './formats/registry';
export type { ReportFormat, ReportOptions } from './formats/report-format';
export { verdictOf } from './verdict';
