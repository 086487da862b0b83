import { cveKeyOf } from '@stackcheck/epss-core/cve-key';
import type { EpssColumns } from './records';
import { UpstreamLines } from './upstream-lines';

const columns = (rows: number): EpssColumns => ({
  keys: new Float64Array(rows),
  scores: new Float64Array(rows),
  percentiles: new Float64Array(rows),
});
const read = (text: string) => {
  const [lines, into] = [new UpstreamLines(Buffer.from(text)), columns(1)];
  return { isRead: lines.readRow(into, 0), into, lines };
};

describe('a row of scores', () => {
  it.each([
    ['CVE-2021-44228,0.94358,0.99961', 2021, 44_228, 0.94358, 0.99961],
    ['CVE-1999-0001,0,1', 1999, 1, 0, 1],
    ['CVE-2021-44228,0.5,0.25\r', 2021, 44_228, 0.5, 0.25],
    ['CVE-2024-1234567890,1,0.1', 2024, 1_234_567_890, 1, 0.1],
    ['CVE-2021-44228,0.12345678901234,0.1', 2021, 44_228, 0.12345678901234, 0.1],
    ['CVE-2021-44228,1234.5,0.1', 2021, 44_228, 1234.5, 0.1],
  ])('in its plain form is read: %j', (line, year, number, score, percentile) => {
    for (const end of ['', '\n', '\nCVE-2021-1,0,0']) {
      const { isRead, into } = read(line + end);

      expect(isRead).toBe(true);
      expect([into.keys[0], into.scores[0], into.percentiles[0]]).toEqual([cveKeyOf(year, number), score, percentile]);
    }
  });

  it.each([
    '',
    'cve-2021-44228,0.1,0.2',
    'CVE2021-44228,0.1,0.2',
    ' CVE-2021-44228,0.1,0.2',
    'CVE-202-44228,0.1,0.2',
    'CVE-20210-44228,0.1,0.2',
    'CVE-2021,44228,0.1,0.2',
    'CVE-2021-123,0.1,0.2',
    'CVE-2021-00001,0.1,0.2',
    'CVE-2021-012345,0.1,0.2',
    'CVE-2021-12345678901,0.1,0.2',
    'CVE-2021-44228',
    'CVE-2021-44228,0.1',
    'CVE-2021-44228;0.1,0.2',
    'CVE-2021-44228,0.1;0.2',
    'CVE-2021-44228,.1,0.2',
    'CVE-2021-44228,0.,0.2',
    'CVE-2021-44228,0.1,.2',
    'CVE-2021-44228,0.1,0.',
    'CVE-2021-44228,-0.1,0.2',
    'CVE-2021-44228,1e-3,0.2',
    'CVE-2021-44228,12345,0.2',
    'CVE-2021-44228,0.1,12345',
    'CVE-2021-44228,0.123456789012345,0.2',
    'CVE-2021-44228,0.1,0.123456789012345',
    'CVE-2021-44228,0.1,0.2,0.3',
    'CVE-2021-44228,0.1,0.2 ',
    'CVE-2021-44228,0.1,0.2\r\r',
  ])('in another form stays the next line: %j', (line) => {
    const { isRead, lines } = read(`${line}\nCVE-2021-1,0,0`);

    expect(isRead).toBe(false);
    expect(lines.next()).toBe(line.replace(/\r$/, ''));
  });

  it('that was read is passed over, and counts as a line', () => {
    const text = ['#model', 'CVE-2021-44228,0.1,0.2', 'odd', 'CVE-2021-44229,0.3,0.4'].join('\r\n');
    const [lines, into] = [new UpstreamLines(Buffer.from(text)), columns(2)];

    expect([lines.next(), lines.countRest()]).toEqual(['#model', 3]);
    expect([lines.readRow(into, 0), lines.readRow(into, 1), lines.next()]).toEqual([true, false, 'odd']);
    expect(lines.fault('is none')).toMatchObject({
      message: 'line 3 of upstream\'s scores, "odd", is none',
      place: 'line 3',
    });
    expect([lines.countRest(), lines.readRow(into, 1), lines.countRest(), lines.next()]).toEqual([1, true, 0, '']);
    expect([...into.scores, ...into.percentiles]).toEqual([0.1, 0.3, 0.2, 0.4]);
  });
});
