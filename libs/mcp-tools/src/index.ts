export { FREE_TOOLS, type FreeTool } from './free-tools';
export { freeListing, paidListing, type ToolListing } from './listing';
export { PAID_TOOLS, type PaidTool } from './paid-tools';
export { sentPayment } from './payment-meta';
export {
  errorResult,
  freeResult,
  offerResult,
  paidResult,
  PAYMENT_RESPONSE_META,
  RECEIPT_META,
  resultJson,
  type ToolResult,
} from './results';
