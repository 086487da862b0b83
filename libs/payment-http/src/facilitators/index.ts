export { type CdpKey, readCdpKey } from './cdp-key';
export { configuredFacilitators } from './configured-facilitators';
export type { FacilitatorConfig } from './facilitator-config';
export { settleOutcome, verifyOutcome } from './facilitator-replies';
export { HttpFacilitator, type HttpFacilitatorOptions } from './http-facilitator';
export { type FacilitatorLimits, LimitedFacilitator } from './limited-facilitator';
export { SandboxFacilitator } from './sandbox-facilitator';
