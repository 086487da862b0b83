import { matchVersion } from '@stackcheck/eol-core';
import { findDistribution, findSystem, systemVersion } from '@stackcheck/eol-core/identifiers';
import { imageNameOfPurl } from '@stackcheck/eol-core/images';
import {
  leadingNumbers,
  matchImageVersion,
  matchItem,
  parseItemsQuery,
  plainNumbers,
} from '@stackcheck/eol-core/matching';
import { packageSupport } from '@stackcheck/eol-core/packages';
import { suggestCycles, suggestItems, suggestProducts } from '@stackcheck/eol-core/suggestions';
import { eolStarter, indexEol } from '@stackcheck/datasets/eol';
import { finish } from '@stackcheck/datasets/tasks';
import { cveKey } from '@stackcheck/epss-core/cve-key';
import { parseReference, readImageInput, tagRoles } from '@stackcheck/image-parser';
import { parseCve, parseCves, suggestCves } from '@stackcheck/kev-core';
import { referencesIn } from '@stackcheck/kev-core/references';
import { purlAt, readPackage, readPackageName } from '@stackcheck/osv-core';
import { compareVersions, orderOf } from '@stackcheck/osv-core/judging';
import { nameHash, normaliseName } from '@stackcheck/osv-core/name-sets';
import { cvss3BaseScore, ECOSYSTEMS, isEcosystem, namedById, readSpec, toRating } from '@stackcheck/osv-core/records';
import { parsersOf, type Parser } from './parser';

const DAY = '2026-01-01';

/** One ecosystem of each order of versions. */
const ORDERED = [...new Map(ECOSYSTEMS.map((name) => [orderOf(name), name])).values()];

/** The parsers of the cores: ids, versions, package URLs, names of images and products. */
export function coreParsers(): readonly Parser[] {
  const { products, packages } = finish(indexEol(eolStarter().snapshot, false));
  const nodejs = products.find('nodejs')!;
  return [
    ...parsersOf('kev-core', {
      parseCve: [parseCve, 'CVE-2021-', 'CVE-'],
      parseCves: [(text) => parseCves([text]), 'CVE-2021-'],
      suggestCves: [suggestCves, 'CVE-2021-', '2021'],
      referencesIn: [referencesIn, 'https://', 'https://a/'],
    }),
    ...parsersOf('epss-core', { cveKey: [cveKey, 'CVE-2021-'] }),
    ...parsersOf('image-parser', {
      parseReference: [parseReference, 'node:', 'localhost:5000/', 'a@sha256:', 'node:18-'],
      readImageInput: [readImageInput, 'node:', 'FROM ', 'FROM --a=', 'a/$'],
      tagRoles: [(text) => tagRoles(text, TAG_PARTS), '18-'],
    }),
    ...parsersOf('eol-core', {
      matchVersion: [(text) => matchVersion(nodejs, text), '18.', 'v18.'],
      matchImageVersion: [(text) => matchImageVersion(nodejs, text, DAY), '18.'],
      leadingNumbers: [leadingNumbers, '1.'],
      plainNumbers: [plainNumbers, '1.'],
      parseItemsQuery: [parseItemsQuery, 'nodejs:', 'nodejs:18,'],
      'matchItem, product': [
        (text) => matchItem(products, { product: text, version: '18' }, packages),
        'node',
        'pkg:npm/',
      ],
      'matchItem, version': [(text) => matchItem(products, { product: 'nodejs', version: text }, packages), '18.'],
      suggestProducts: [(text) => suggestProducts(products, text), 'node'],
      suggestCycles: [(text) => suggestCycles(nodejs, text), '18.'],
      suggestItems: [(text) => suggestItems(products, { product: text, version: text }, undefined), 'node'],
      findSystem: [(text) => findSystem(text, text), 'debian', '12.'],
      findDistribution: [(text) => findDistribution('debian', text), 'debian-'],
      systemVersion: [(text) => systemVersion('debian', text), '12.'],
      imageNameOfPurl: [imageNameOfPurl, 'pkg:docker/', 'pkg:oci/a?repository_url='],
      packageSupport: [
        (text) => packageSupport({ read: readPackage, source: { packages }, today: DAY }, text),
        'pkg:npm/express@',
      ],
    }),
    ...parsersOf('osv-core', {
      readPackage: [readPackage, 'pkg:npm/a@', 'pkg:maven/a/', 'pkg:deb/debian/a@1?distro=', 'pkg:npm/a@1#'],
      readPackageName: [readPackageName, 'pkg:npm/', 'pkg:pypi/'],
      purlAt: [(text) => purlAt(text, text), 'pkg:npm/'],
      'purlAt, version': [(text) => purlAt('pkg:deb/debian/a?upstream=b@1', text)],
      readSpec: [readSpec, '[', '[[', '[["'],
      toRating: [(text) => toRating([text], [text]), 'CVSS:3.1/', 'CVSS:4.0/'],
      cvss3BaseScore: [cvss3BaseScore, 'CVSS:3.1/', 'CVSS:3.1/AV:N/'],
      namedById: [namedById, 'GHSA-', 'MAL-'],
      isEcosystem: [isEcosystem],
      nameHash: [nameHash],
    }),
    ...ORDERED.flatMap((name) => {
      const order = orderOf(name);
      return parsersOf(`osv-core ${order.name}`, {
        accepts: [order.accepts, '1.0', '1.0-', 'v1.'],
        parse: [order.parse, '1.0', '1.0-', '1_'],
      });
    }),
    ...parsersOf('osv-core', {
      compareVersions: [(text) => compareVersions(orderOf('npm'), text, '1.0.0-a'), '1.0.0-'],
      'normaliseName, PyPI': [(text) => normaliseName('PyPI', text), 'a-'],
      'normaliseName, GIT': [(text) => normaliseName('GIT', text), 'https://a/'],
    }),
  ];
}

const TAG_PARTS = [
  { role: 'image', product: 'nodejs', version: '18' },
  { role: 'base_os', product: 'debian', version: '12', codename: 'bookworm' },
] as const;
