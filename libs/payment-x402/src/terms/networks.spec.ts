import { NETWORKS, networkNamed, networkOf } from './networks';

// Written out, from Circle's list of USDC contracts and the chains' own ids: a wrong one sends money elsewhere, or none.
test.each([
  ['eip155:8453', 'base', 8_453, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USD Coin'],
  ['eip155:84532', 'base-sepolia', 84_532, '0x036CbD53842c5426634e7929541eC2318f3dCF7e', 'USDC'],
])('%s is %s, chain %i, with its USDC', (caip2, name, chainId, usdc, domainName) => {
  expect(networkOf(caip2)).toEqual({ caip2, name, chainId, usdc, domainName, domainVersion: '2' });
});

test('there are no others', () => {
  expect(NETWORKS).toHaveLength(2);
  expect(networkOf('eip155:1')).toBeUndefined();
});

test('each is known by its name as well', () => {
  expect(NETWORKS.map(({ name }) => networkNamed(name))).toEqual(NETWORKS);
  expect(networkNamed('ethereum')).toBeUndefined();
});
