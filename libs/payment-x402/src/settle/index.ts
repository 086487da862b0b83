export type { GateEvent, GateLog } from './gate-log';
export type { GateRefusal, PaidAnswer } from './outcome';
