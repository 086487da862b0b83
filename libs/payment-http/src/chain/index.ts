export { ethCallOf } from './eth-call';
export { confirmedEndpoint } from './confirmed-endpoint';
export { RpcEndpoint, type RpcEndpointOptions } from './rpc-endpoint';
export { RpcWalletNode } from './rpc-wallet-node';
export { severalNodes } from './several-nodes';
