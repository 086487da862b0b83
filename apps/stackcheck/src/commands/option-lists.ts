import { REPORT_FORMATS } from '@stackcheck/report';
import { Option, type Command } from 'commander';
import { BASELINE_FILE, CONFIG_FILE } from '../project/project';
import { CHOICES, collect, toDay, toDays, toFailures, toHours, toProbability, toUsd } from './options';

/** Options of everything that may pay, once what it would cost is known. */
export function payOptions(command: Command): Command {
  return capOptions(command).option('--dry-run', 'say what it would cost, and pay nothing');
}

/** How paying is limited, and who is paid. */
export function capOptions(command: Command): Command {
  return command
    .option('--url <url>', 'of the service (STACKCHECK_URL)')
    .option('--key-file <file>', 'the private key to pay with, readable by you alone (STACKCHECK_KEY_FILE)')
    .option('--network <id>', 'CAIP-2 id of the network to pay on (STACKCHECK_NETWORK; eip155:8453)')
    .option('--pay-to <address>', 'the only recipient; the first one of the service is remembered otherwise')
    .option('--max-usd-per-call <usd>', 'no call may cost more (0.05)', toUsd)
    .option('--max-usd <usd>', 'nor this run (0.50)', toUsd)
    .option('--max-usd-per-day <usd>', 'nor a day, in UTC (2.00)', toUsd);
}

/** Options of everything that judges. */
export function checkOptions(command: Command): Command {
  return command
    .addOption(new Option('--source <source>', 'where answers come from (snapshot)').choices(CHOICES.source))
    .option('--offline', 'never asks a network: refuses what would')
    .option('--max-age <hours>', 'how old snapshots may be: 48h, 7d', toHours)
    .option(
      '--format <format[:file]>',
      `${REPORT_FORMATS.map(({ id }) => id).join(', ')}; repeatable, all but one with a file`,
      collect,
    )
    .option('--fail-on <kinds>', 'eol,kev,vulnerable,malware,epss', toFailures)
    .addOption(new Option('--min-severity <severity>', 'from which on vulnerabilities count').choices(CHOICES.severity))
    .option('--eol-within <days>', 'warn of what ends within 90d', toDays)
    .option('--epss-min <probability>', 'from which score on a vulnerability counts as likely exploited', toProbability)
    .addOption(new Option('--unlisted <how>', 'packages that no advisory names').choices(CHOICES.unlisted))
    .option('--as-of <day>', 'ask about the support status of a later day', toDay)
    .addOption(new Option('--unknown <how>', 'exit code of doubt: 6 or 0').choices(['fail', 'pass']).default('fail'))
    .option('--config <file>', `${CONFIG_FILE}: policy and accepted findings`)
    .option('--baseline <file>', `${BASELINE_FILE}: findings that are known`)
    .option('--vex <file>', 'CycloneDX or OpenVEX statements; repeatable', collect)
    .option('--exclude <glob>', 'leave out what matches; repeatable', collect)
    .option('--no-dev', 'leave out what is for development alone')
    .option('--require-inputs', 'exit code 3 where nothing can be judged')
    .option('--as <format>', 'read named files and standard input as this format')
    .option('-q, --quiet', 'only what fails or is unknown');
}
