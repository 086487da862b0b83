export { createReconciler, type Reconciler, type ReconcileReport } from './reconcile';
