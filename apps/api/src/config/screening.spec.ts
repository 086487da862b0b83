import { readConfig } from '../composition/read-config';
import { ConfigError } from './config';

const REAL = {
  FACILITATOR_URL: 'https://facilitator.example',
  PAY_TO: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
};
const ORACLE = '0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B';
const RPC_URL = 'https://node.example';

test.each([
  ['by default a week, when there is a list', REAL, 'auto', 168, true, null],
  ['test money on a test network', { ...REAL, NETWORK: 'eip155:84532' }, 'auto', 168, false, null],
  ['test money in the sandbox', { PAYMENTS_MODE: 'sandbox', SANCTIONS: 'required' }, 'required', 168, false, null],
  ['off when the operator says so', { ...REAL, SANCTIONS: 'off' }, 'off', 168, true, null],
  [
    'a contract and an age of his own',
    { ...REAL, RPC_URL, SANCTIONS_ORACLE: ORACLE, SANCTIONS_MAX_AGE_HOURS: '72' },
    'auto',
    72,
    true,
    ORACLE,
  ],
] as const)('screening is %s', (_name, env, demand, maxAgeHours, realMoney, oracle) => {
  expect(readConfig(env).screening).toEqual({ demand, maxAgeHours, realMoney, oracle });
});

test.each<[string, Record<string, string>, RegExp]>([
  ['an unknown demand', { SANCTIONS: 'maybe' }, /^SANCTIONS must be/],
  ['no age', { SANCTIONS_MAX_AGE_HOURS: '0' }, /^SANCTIONS_MAX_AGE_HOURS must be/],
  ['an age without end', { SANCTIONS_MAX_AGE_HOURS: '9000' }, /^SANCTIONS_MAX_AGE_HOURS must be/],
  ['a part of an hour', { SANCTIONS_MAX_AGE_HOURS: '1.5' }, /^SANCTIONS_MAX_AGE_HOURS must be/],
  ['a contract without a node', { SANCTIONS_ORACLE: ORACLE }, /^SANCTIONS_ORACLE needs/],
  ['a contract without its checksum', { RPC_URL, SANCTIONS_ORACLE: ORACLE.toLowerCase() }, /checksum/],
  ['no address', { RPC_URL, SANCTIONS_ORACLE: 'chainalysis' }, /checksum/],
  ['a contract that is not asked', { RPC_URL, SANCTIONS_ORACLE: ORACLE, SANCTIONS: 'off' }, /SANCTIONS is off/],
])('%s is refused', (_name, env, fault) => {
  const read = (): unknown => readConfig({ ...REAL, ...env });

  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/1 fault/);
  expect(() => readConfig({ ...REAL, ...env })).toThrow(new RegExp(fault.source.replace('^', '- ')));
});
