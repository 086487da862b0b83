export { anvilAvailable } from './chain/anvil';
export { startTestChain, USDC, type TestChain, type UsdcTransfer } from './chain/test-chain';
export { startTestFacilitator, type FacilitatorCall, type TestFacilitator } from './facilitator/test-facilitator';
export type { Fault, FaultyCall } from './facilitator/faults';
export { createV1Buyer, readV1Offer, signV1Payment, type V1Requirements } from './buyers/v1-buyer';
export { walletSigner } from './buyers/wallet-signer';
