export { modelConnection, type ModelConnection, type Sent } from './model-client';
export { ModelDatabase } from './model-database';
export { ModelError, type ModelEvent, type ModelNode, type ModelPayment, type ModelTables } from './model-tables';
