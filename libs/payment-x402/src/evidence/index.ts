export {
  addressTopic,
  AUTHORIZATION_CANCELED,
  AUTHORIZATION_USED,
  type TokenLog,
  TRANSFER,
  transferOfUse,
} from './authorization-use';
export {
  type AuthorizationUse,
  type ChainEndpoint,
  type ChainEvidence,
  type ChainFinding,
  type ChainHead,
  createChainEvidence,
} from './chain-evidence';
