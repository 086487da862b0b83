import { FILE_LIMITS } from '../entries/limits';
import { FORMATS } from '../formats';
import { readText } from '../testing/read-text';

describe('a file that people write by hand', () => {
  it.each(['dockerfile', 'compose', 'github-workflow', 'nvmrc', 'tool-versions', 'package-json', 'mise'])(
    'is refused as %s where it is longer than any of them',
    (id) => {
      const format = FORMATS.find((one) => one.id === id)!;

      expect(() => readText(format, ' '.repeat(FILE_LIMITS.byHandLengthMax + 1))).toThrow(
        'has more than 1048576 characters',
      );
    },
  );
});
