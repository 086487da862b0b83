import type { PublishedFolder } from './folder';

/** Dockerfiles, compose files and manifests of Kubernetes. */
export const DEPLOYMENT_FOLDERS: readonly PublishedFolder[] = [];
