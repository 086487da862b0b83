export { BUDGET_MS, createProcessorBudget, type ProcessorBudget, type Spending } from './processor-budget';
export { NONE_BLOCKED, type PayerScreening, type PayerVerdict } from './screening';
export {
  createVerificationSlots,
  type SlotAsked,
  type SlotsUsedUp,
  type VerificationSlot,
  type VerificationSlots,
} from './verification-slots';
