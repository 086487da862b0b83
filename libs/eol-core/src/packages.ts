export { readFullVersion, type FullVersion } from './packages/full-version';
export {
  NO_LIFECYCLE_REASONS,
  packageSupport,
  withLifecycles,
  type LifecycleJoin,
  type NoLifecycleReason,
  type PackageSource,
  type PackageSupport,
} from './packages/join-lifecycles';
export { packagesOfItem, type ItemPackages, type UnknownPackagesReason } from './packages/item-packages';
export { KNOWN_PACKAGES, type KnownPackages } from './packages/known-packages';
export {
  lifecycleOf,
  type KnownLifecycle,
  type PackageLifecycle,
  type UnknownLifecycle,
  type UnknownLifecycleReason,
  type VersionedPackage,
} from './packages/package-lifecycle';
export { supportedReleases } from './packages/supported-releases';
export {
  ProductPackages,
  type PackageName,
  type PackageOwner,
  type ProductPackage,
  type ReadPackageName,
} from './packages/product-packages';
