export { ethCallOf } from './eth-call';
export { RpcEndpoint, type RpcEndpointOptions } from './rpc-endpoint';
