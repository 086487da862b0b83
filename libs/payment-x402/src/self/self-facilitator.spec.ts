import { facilitatorContract } from '../testing/facilitator.contract';
import { SelfHarness } from '../testing/self-harness';

facilitatorContract('our own wallet', () => {
  const harness = new SelfHarness();
  return {
    facilitator: harness.settler,
    request: (change) => harness.request(change),
    settle: (request) => harness.settle(request),
    restarted: () => harness.boot(),
  };
});
