import fc from 'fast-check';
import { parseTable } from './parse-table';

const TODAY = '2026-11-20';
const head = 'thing "Some Thing" app';
const cycleOf = (line: string) => parseTable(`${head}\n  ${line}`, TODAY)[0]?.cycles[0];

describe('a table', () => {
  test('becomes records, one per product, in its order', () => {
    const table = `
# A comment.
nodejs "Node.js" framework
  also node other_name
  image docker.io/library/node public.ecr.aws/docker/library/node
  purl pkg:generic/node
  see https://nodejs.org/en/about/previous-releases

  # Between cycles, too.
  22    2024-04-24  lts 2024-10-29  eoas 2025-10-21  eol 2027-04-30
  21    2023-10-17  eol 2024-06-01  latest 21.7.3 on 2024-04-10  link https://nodejs.org/en/blog/release/v21.7.3
ubuntu "Ubuntu" os
  24.04 -  codename "Noble Numbat"  lts yes  eoas no  eol no  eoes 2036-05-31
`;

    const products = parseTable(table, TODAY);

    expect(products).toEqual([
      {
        product: 'nodejs',
        label: 'Node.js',
        category: 'framework',
        aliases: ['node', 'other_name'],
        images: ['docker.io/library/node', 'public.ecr.aws/docker/library/node'],
        identifiers: [{ type: 'purl', id: 'pkg:generic/node' }],
        source_url: 'https://nodejs.org/en/about/previous-releases',
        cycles: [
          {
            cycle: '22',
            codename: null,
            release_date: '2024-04-24',
            is_lts: true,
            lts_from: '2024-10-29',
            is_eol: false,
            eol_from: '2027-04-30',
            is_eoas: true,
            eoas_from: '2025-10-21',
            eoes_from: null,
            latest: null,
            latest_date: null,
            link: null,
          },
          {
            cycle: '21',
            codename: null,
            release_date: '2023-10-17',
            is_lts: false,
            lts_from: null,
            is_eol: true,
            eol_from: '2024-06-01',
            is_eoas: null,
            eoas_from: null,
            eoes_from: null,
            latest: '21.7.3',
            latest_date: '2024-04-10',
            link: 'https://nodejs.org/en/blog/release/v21.7.3',
          },
        ],
      },
      {
        product: 'ubuntu',
        label: 'Ubuntu',
        category: 'os',
        aliases: [],
        images: [],
        identifiers: [],
        source_url: 'https://endoflife.date/ubuntu',
        cycles: [
          {
            cycle: '24.04',
            codename: 'Noble Numbat',
            release_date: null,
            is_lts: true,
            lts_from: null,
            is_eol: false,
            eol_from: null,
            is_eoas: false,
            eoas_from: null,
            eoes_from: '2036-05-31',
            latest: null,
            latest_date: null,
            link: null,
          },
        ],
      },
    ]);
  });

  test.each([
    ['the day itself is not yet over', 'eol 2026-11-20 eoas 2026-11-20 lts 2026-11-20', false],
    ['the day before is', 'eol 2026-11-19 eoas 2026-11-19 lts 2026-11-19', true],
    ['a flag speaks where no date is known', 'eol yes eoas yes lts yes', true],
    ['either way', 'eol no eoas no lts no', false],
  ])('flags: %s', (_what, marks, begun) => {
    const cycle = cycleOf(`1 2020-01-01 ${marks}`);

    expect([cycle?.is_eol, cycle?.is_eoas, cycle?.is_lts]).toEqual([begun, begun, begun]);
  });

  test('marks may stand in any order', () => {
    const marks = [
      'eol 2027-01-01',
      'eoas no',
      'eoes 2028-01-01',
      'lts yes',
      'latest 1.2 on 2026-01-01',
      'codename "A B"',
    ];
    const expected = cycleOf(`1 2020-01-01 ${marks.join(' ')}`);

    fc.assert(
      fc.property(fc.shuffledSubarray(marks, { minLength: marks.length }), (shuffled) => {
        expect(cycleOf(`1   2020-01-01  ${shuffled.join('   ')}`)).toEqual(expected);
      }),
    );
  });
});

describe('a mistake is refused, and its line named', () => {
  test.each([
    ['a line before the first product', '  1 2020-01-01 eol no', 'line 1, "1 2020-01-01 eol no": no product is open'],
    ['a product without cycles', head, 'product "thing" has no cycle'],
    ['a product without a label', 'thing app\n  1 2020-01-01 eol no', 'line 1, "thing app": a product line is'],
    ['upper case in an id', 'Thing "Thing" app\n  1 2020-01-01 eol no', 'a product line is'],
    ['no eol', `${head}\n  1 2020-01-01`, 'line 2, "1 2020-01-01": "eol" is missing'],
    ['no release date', `${head}\n  1`, 'the release date is missing'],
    ['a release date that is a mark', `${head}\n  1 eol no`, '"eol" is no date'],
    ['a day no month has', `${head}\n  1 2025-02-30 eol no`, '"2025-02-30" is no date'],
    ['a short date', `${head}\n  1 2025-2-3 eol no`, '"2025-2-3" is no date'],
    ['a word for a date', `${head}\n  1 2025-02-03 eol soon`, '"soon" is no date'],
    ['a flag where only a date will do', `${head}\n  1 2025-02-03 eol no eoes yes`, '"yes" is no date'],
    ['an unknown mark', `${head}\n  1 2025-02-03 eol no eof no`, '"eof" is not a mark'],
    ['a mark that stands twice', `${head}\n  1 2025-02-03 eol no eol yes`, '"eol" stands twice'],
    ['a mark without a value', `${head}\n  1 2025-02-03 eol no lts`, '"lts" has no value'],
    ['an empty codename', `${head}\n  1 2025-02-03 eol no codename ""`, '"codename" has no value'],
    ['an open quote', `${head}\n  1 2025-02-03 eol no codename "A`, 'a quote is not closed'],
    ['a date of no version', `${head}\n  1 2025-02-03 eol no on 2025-02-03`, '"on" belongs to "latest"'],
    [
      'a link that is not https',
      `${head}\n  1 2025-02-03 eol no link javascript:x`,
      '"javascript:x" is no https address',
    ],
    ['a page that is not https', `${head}\n  see http://a.example`, '"http://a.example" is no https address'],
    ['two pages in one line', `${head}\n  see https://a.example https://b.example`, 'is no https address'],
    [
      'a cycle listed twice',
      `${head}\n  1 2020-01-01 eol no\n  1 2020-01-01 eol no`,
      'line 3, "1 2020-01-01 eol no": the',
    ],
    ['a cycle name with capitals', `${head}\n  LTS 2020-01-01 eol no`, '"LTS" is no cycle name'],
    ['an empty alias line', `${head}\n  also`, 'the alias is missing'],
    ['an alias with capitals', `${head}\n  also Node`, '"Node" is no alias'],
    ['an image without its registry', `${head}\n  image library/node`, '"library/node" is no image'],
    ['a purl with a version', `${head}\n  purl pkg:npm/node@22`, '"pkg:npm/node@22" is no purl'],
    ['an image with a tag', `${head}\n  image docker.io/library/node:22`, 'is no image'],
  ])('%s', (_what, table, message) => {
    expect(() => parseTable(table, TODAY)).toThrow(message);
  });
});
