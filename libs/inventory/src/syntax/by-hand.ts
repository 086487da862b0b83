import type { Format } from '../entries/format';
import { FILE_LIMITS } from '../entries/limits';
import { tooMany } from './fault';

/**
 * A format of files that people write by hand, and that no program grows: longer texts are refused, so that no reader of such a
 * file needs bounds of its own.
 */
export function byHand(format: Format): Format {
  return {
    ...format,
    read(file, list) {
      if (file.text.length > FILE_LIMITS.byHandLengthMax) throw tooMany('characters', FILE_LIMITS.byHandLengthMax);
      format.read(file, list);
    },
  };
}
