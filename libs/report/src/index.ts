export type {
  AcceptedFinding,
  CycleInUse,
  Finding,
  FindingComponent,
  FindingPlace,
  Outcome,
  OutcomeSnapshot,
  OutcomeSummary,
} from './outcome';
