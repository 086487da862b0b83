export { startBalancer, type Balancer } from './balancer';
export { startCluster, type ClusterConfig, type ClusterNode, type RunningCluster } from './start-cluster';
