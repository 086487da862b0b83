import type { Clock } from '@stackcheck/contract';
import type { BucketCredentials, BucketSettings } from '../config/bucket-settings';
import { filedCredentials, noCredentials, readCredentials } from './read-credentials';
import {
  containerCredentials,
  machineCredentials,
  webIdentityCredentials,
  type TemporaryCredentials,
} from './role-credentials';

/** Temporary keys are replaced so long before they are over. */
const RENEWED_BEFORE_MS = 5 * 60_000;

/**
 * The credentials of a bucket, from the first place that has some: the environment, a web identity, the shared file, the container's
 * platform, the machine's metadata. Temporary ones are kept until shortly before they are over.
 */
export class CredentialSource {
  private kept: TemporaryCredentials | undefined;
  private renewing: Promise<TemporaryCredentials> | undefined;

  constructor(
    private readonly settings: BucketSettings,
    private readonly clock: Clock,
  ) {}

  /**
   * The credentials for a request that is made now.
   * @throws UpstreamError naming what is missing or was refused, never a value; TransientError where another try may do
   */
  async now(): Promise<BucketCredentials> {
    const { credentials, isFileGiven, role } = this.settings;
    if (credentials !== null) return credentials;
    const hasRole = role.webIdentity !== null || role.container !== null || role.metadata !== null;
    if (!hasRole || (isFileGiven && role.webIdentity === null)) return readCredentials(this.settings);
    // A file that nobody named may be there for other profiles only: then the role is meant.
    const filed = role.webIdentity === null ? filedCredentials(this.settings) : undefined;
    return filed ?? this.temporary();
  }

  private async temporary(): Promise<BucketCredentials> {
    const { kept } = this;
    const leftMs = (kept?.expiresMs ?? -Infinity) - this.clock.now();
    if (kept && leftMs > RENEWED_BEFORE_MS) return kept;
    this.renewing ??= this.fetched().finally(() => (this.renewing = undefined));
    try {
      return (this.kept = await this.renewing);
    } catch (error) {
      // Who gives them may be away for a moment, in which the last ones still hold.
      if (kept && leftMs > 0) return kept;
      throw error;
    }
  }

  private async fetched(): Promise<TemporaryCredentials> {
    const { webIdentity, container, metadata } = this.settings.role;
    if (webIdentity) return webIdentityCredentials(webIdentity);
    if (container) return containerCredentials(container);
    const found = metadata === null ? undefined : await machineCredentials(metadata);
    if (!found) throw noCredentials(this.settings);
    return found;
  }
}
