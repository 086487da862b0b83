import { id } from 'ethers';
import { addressTopic, AUTHORIZATION_CANCELED, AUTHORIZATION_USED, TRANSFER } from './authorization-use';

it.each([
  [AUTHORIZATION_USED, 'AuthorizationUsed(address,bytes32)'],
  [AUTHORIZATION_CANCELED, 'AuthorizationCanceled(address,bytes32)'],
  [TRANSFER, 'Transfer(address,address,uint256)'],
])('%s is the topic of %s', (topic, event) => {
  expect(topic).toBe(id(event));
});

it('an address as a topic has 32 bytes, in lower case', () => {
  expect(addressTopic(`0x${'Ab'.repeat(20)}`)).toBe(`0x${'00'.repeat(12)}${'ab'.repeat(20)}`);
});
