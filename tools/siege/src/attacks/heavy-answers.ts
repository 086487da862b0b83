import { BogusPayments } from '../attackers/bogus-payments';
import { address } from '../attackers/field';
import { flood } from '../attackers/flood';
import { floodUnsigned } from '../attackers/flood-unsigned';
import { HEAVIEST_PACKAGE, LARGE_PACKAGE } from '../service/heavy-packages';
import type { Attack } from './attack';

const CONNECTIONS = 3;
const VERSIONS = 50;
/** As many as one request may have judged. */
const VERSIONS_JUDGED = 48;
const RELEASES = 3;

const check = (purls: readonly string[]) => ({
  method: 'POST',
  target: '/v1/osv/check',
  body: JSON.stringify({ purls }),
});

const heaviest = check(Array.from({ length: RELEASES }, (_, minor) => `${HEAVIEST_PACKAGE}@5.${minor}.1-1`));
const versions = (count: number) => check(Array.from({ length: count }, (_, minor) => `${LARGE_PACKAGE}@1.${minor}.0`));
const manyVersions = versions(VERSIONS);
const versionsJudged = versions(VERSIONS_JUDGED);
const alone = check([`${HEAVIEST_PACKAGE}@5.10.1-1`]);

/** Computing that is bought with payments which nobody signed. */
export const heavyPackage: Attack = {
  name: 'heavy-package',
  what: 'bogus payments for the package with the most advisories, alone and several times',
  shopping: 'answers',
  run: (field) => floodUnsigned(field, [heaviest, alone], CONNECTIONS),
};

/** The same with many versions of one package. */
export const manyVersionsOfOne: Attack = {
  name: 'many-versions',
  what: `bogus payments for ${VERSIONS} versions of one large package`,
  shopping: 'answers',
  run: (field) => floodUnsigned(field, [manyVersions, versionsJudged], CONNECTIONS),
};

/** Purses that are empty and sign as they should: only a facilitator can know. */
export const emptyPurses: Attack = {
  name: 'empty-purses',
  what: 'payments that are signed well by purses that are empty, for the dearest answers, from three addresses',
  shopping: 'answers',
  async run(field) {
    const payments = await BogusPayments.for(field.url, [heaviest, versionsJudged, alone]);
    let turn = 0;
    await flood(field, {
      from: [address(0), address(1), address(2)],
      connections: CONNECTIONS,
      next: () => payments.unfunded(turn++),
    });
  },
};
