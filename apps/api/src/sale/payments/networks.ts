export { NETWORKS, networkOf, type Network } from '@stackcheck/payment-x402';
