import { SAMPLE_OUTCOME } from '../../testing/sample-outcome';
import { fewOfEach } from './few-of-each';
import { TABLE_FORMAT } from './table';

const [finding] = SAMPLE_OUTCOME.findings;
const many = (level: 'fail' | 'unknown', code: 'kev' | 'unresolved_package', count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...finding!, level, code, id: `${code}-${index}` }));

test('everything that fails is shown, and the first ten of each kind of doubt', () => {
  const findings = [...many('fail', 'kev', 25), ...many('unknown', 'unresolved_package', 1_062)];

  const { shown, further } = fewOfEach(findings);

  expect(shown.map(({ id }) => id)).toEqual([...findings.slice(0, 25), ...findings.slice(25, 35)].map(({ id }) => id));
  expect(further).toEqual([{ level: 'unknown', count: 1_052 }]);
  for (const quiet of [false, true]) {
    const text = TABLE_FORMAT.write({ ...SAMPLE_OUTCOME, findings }, { quiet });
    expect(text).toMatch(/UNKNOWN {2}1,052 more like these; --format json lists all/);
  }
});
