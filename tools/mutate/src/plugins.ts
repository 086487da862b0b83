import { SampleChecker } from './checker';
import { EachReporter } from './each-reporter';
import { NearestRunner } from './nearest-runner';

/** What Stryker looks for in a plugin. */
export const strykerPlugins = [
  { kind: 'Checker', name: 'sample', injectableClass: SampleChecker },
  { kind: 'Reporter', name: 'each', injectableClass: EachReporter },
  { kind: 'TestRunner', name: 'nearest', injectableClass: NearestRunner },
];
