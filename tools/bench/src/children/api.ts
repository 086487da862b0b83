import { readConfig, startApi } from '@stackcheck/api';
import { serve } from './serve';

// The API as it is, with the configuration that the environment names.
serve(async () => (await startApi(readConfig(process.env))).url);
