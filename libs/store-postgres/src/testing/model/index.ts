export { modelConnection, type ModelConnection, type Sent } from './model-client';
export { MODEL_STATEMENTS, ModelDatabase, type CommitPosition } from './model-database';
export { ModelError, type ModelEvent, type ModelNode, type ModelPayment, type ModelTables } from './model-tables';
