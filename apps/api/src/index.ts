export { HttpFacilitator, type HttpFacilitatorOptions } from './adapters/http-facilitator';
export { ConfigError, readConfig, type ApiConfig, type PaymentsConfig } from './config';
export { CONFIG_VARIABLES, type ConfigVariable } from './config-variables';
export { runApi } from './run-api';
export { startApi, type ApiOverrides, type RunningApi } from './start-api';
export { CATALOGUE } from './routes/catalogue';
export { errorsOf, openApiDocument, SERVICE_VERSION } from './published/openapi';
export type { AnyRoute } from './routes/define-route';
