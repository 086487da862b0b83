import { UpstreamError } from '@stackcheck/datasets/fetch';
import { IndexFileError } from '@stackcheck/datasets/snapshot';
import { StoreError } from '@stackcheck/datasets/store';
import { KeyError } from '@stackcheck/signing/keys';
import { DatabaseOpenError, SchemaError, storageFault } from '@stackcheck/store-sqlite/snapshots';
import { ConfigError } from '../config/config';

const FORESEEN = [ConfigError, KeyError, DatabaseOpenError, SchemaError, StoreError, IndexFileError, UpstreamError];

/** All that an operator need know of an error, a full disk included; undefined for one that nobody foresaw, whose stack is needed. */
export function foreseenFault(error: unknown): string | undefined {
  if (FORESEEN.some((type) => error instanceof type)) return (error as Error).message;
  const { path = 'DATA_DIR/.' } = (error ?? {}) as { readonly path?: string };
  const fault = storageFault(error, path);
  return fault && `${path} cannot be used: ${fault.reason}`;
}
