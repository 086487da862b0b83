import type { Format } from '../entries/format';
import { FILE_LIMITS } from '../entries/limits';
import { tooMany } from './fault';

/**
 * A format of files that people write by hand, and that no program grows: longer texts are refused, so that no reader of such a
 * file needs bounds of its own.
 * @param lengthMax in UTF-16 code units
 */
export function byHand(format: Format, lengthMax: number = FILE_LIMITS.byHandLengthMax): Format {
  return {
    ...format,
    read(file, list) {
      if (file.text.length > lengthMax) throw tooMany('characters', lengthMax);
      format.read(file, list);
    },
  };
}
