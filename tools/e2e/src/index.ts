export { anvilAvailable } from './chain/anvil';
export { startTestChain, USDC, type TestChain, type UsdcTransfer } from './chain/test-chain';
export { startTestFacilitator, type FacilitatorCall, type TestFacilitator } from './facilitator/test-facilitator';
export type { Fault, FaultyCall } from './facilitator/faults';
export { decodeHeader, encodeHeader, resend, type Purchase, type Receipt } from './buyers/purchase';
export { createV1Buyer, readV1Offer, signV1Payment, type V1Requirements } from './buyers/v1-buyer';
export { createV2Buyer, signV2Payment, type Buy, type BuyerOptions } from './buyers/v2-buyer';
export { walletSigner } from './buyers/wallet-signer';
