import type { Format } from '../entries/format';
import { ATTESTATION, CYCLONEDX, SBOM, SPDX } from './sbom-formats';

/** In the order in which they are asked. */
export const SBOM_FORMATS: readonly Format[] = [CYCLONEDX, SPDX, ATTESTATION, SBOM];
