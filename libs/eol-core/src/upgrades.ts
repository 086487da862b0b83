/** Where to move to from a cycle that has ended or ends soon, and from an image that holds one. */
export {
  upgradeOf,
  type NoUpgradeReason,
  type Upgrade,
  type UpgradeOptions,
  type UpgradeTarget,
} from './upgrades/upgrade';
export {
  isWorthLeaving,
  productAdvice,
  SUPPORT_DAYS_WANTED,
  upgradeCandidates,
  upgradeTargets,
  type ProductAdvice,
  type UpgradeTargets,
} from './upgrades/upgrade-targets';
