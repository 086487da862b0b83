import type { Cycle, Product } from '@stackcheck/eol-core';
import { mapSteps, type CooperativeTask } from '../tasks/cooperative-task';
import type { EolCycleRecord, EolProductRecord, EolSnapshot } from './records';

/** A snapshot's records as the products that eol-core works with. */
export function toProducts(content: EolSnapshot): CooperativeTask<readonly Product[]> {
  return mapSteps(content.products, toProduct);
}

function toProduct(row: EolProductRecord): Product {
  return {
    id: row.product,
    label: row.label,
    aliases: row.aliases,
    category: row.category,
    images: row.images,
    ...(row.identifiers === undefined ? {} : { identifiers: row.identifiers }),
    cycles: row.cycles.map(toCycle),
  };
}

function toCycle(row: EolCycleRecord): Cycle {
  return {
    name: row.cycle,
    codename: row.codename,
    releaseDate: row.release_date,
    isLts: row.is_lts,
    ltsFrom: row.lts_from,
    isEol: row.is_eol,
    eolFrom: row.eol_from,
    isEoas: row.is_eoas,
    eoasFrom: row.eoas_from,
    eoesFrom: row.eoes_from,
    latest: row.latest === null ? null : { name: row.latest, date: row.latest_date, link: row.link },
  };
}
