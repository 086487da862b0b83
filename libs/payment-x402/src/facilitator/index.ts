export type {
  ExpectedTransfer,
  Facilitator,
  FacilitatorRefusal,
  FacilitatorRequest,
  FacilitatorState,
  SettleOutcome,
  VerifyOutcome,
  VerifyUnavailable,
} from './facilitator';
export { loggableReason, settleReason, verifyReason } from './reasons';
export { toVersion2 } from './to-v2';
