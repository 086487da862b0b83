export { checkAndPlan, checkAndPlanInSteps, type PlanSources } from './check-and-plan';
export { PLAN_STEPS_MAX, STEP_KINDS, STEP_SIZES, type LeftReason, type Plan, type PlanStep } from './plan';
