export { runDemo, type Say } from './run-demo';
export { decodeHeader, encodeHeader, resend, toPurchase, type Purchase, type Receipt } from './purchase';
export { createV2Buyer, signV2Payment, type Buy, type BuyerOptions } from './v2-buyer';
