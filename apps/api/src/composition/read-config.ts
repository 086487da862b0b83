import { readEnvironment, type ApiConfig } from '../config/config';
import { ROUTES } from './routes';

const PAID_OPERATIONS = new Set(ROUTES.filter(({ price }) => price !== 'free').map(({ operationId }) => operationId));

/**
 * The configuration of this service, whose routes are those that prices can be given for.
 * @throws ConfigError naming every fault at once
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ApiConfig {
  return readEnvironment(env, PAID_OPERATIONS);
}
