import { EOL_DESCRIPTOR } from '../eol/descriptor';
import { EPSS_DESCRIPTOR } from '../epss/descriptor';
import { KEV_DESCRIPTOR } from '../kev/descriptor';
import { MODELS_DESCRIPTOR } from '../models/descriptor';
import { OSV_DESCRIPTOR } from '../osv/descriptor';
import { SANCTIONS_DESCRIPTOR } from '../sanctions/descriptor';

const MIB = 2 ** 20;

/** What is downloaded at most, how it is unpacked, and what that may be at most; hours between two downloads, and of grace. */
test.each([
  [EOL_DESCRIPTOR, 'eol', 'callers', 16 * MIB, 'identity', 16 * MIB, 24, 2],
  [KEV_DESCRIPTOR, 'kev', 'callers', 16 * MIB, 'identity', 16 * MIB, 24, 2],
  [EPSS_DESCRIPTOR, 'epss', 'callers', 64 * MIB, 'gunzip', 64 * MIB, 24, 6],
  [MODELS_DESCRIPTOR, 'models', 'callers', 32 * MIB, 'identity', 32 * MIB, 24, 2],
  [OSV_DESCRIPTOR, 'osv', 'callers', 1_024 * MIB, 'unzip', 8 * MIB, 6, 1],
  [SANCTIONS_DESCRIPTOR, 'sanctions', 'service', 8 * MIB, 'identity', 8 * MIB, 6, 42],
] as const)(
  'bounds and times of data set %#',
  (descriptor, id, audience, bodyBytesMax, form, bytesMax, cadenceHours, graceHours) => {
    expect(descriptor).toMatchObject({
      id,
      audience,
      bodyBytesMax,
      decode: { form, bytesMax },
      cadenceHours,
      graceHours,
    });
  },
);
