import type { Format } from '../entries/format';
import { byHand } from '../syntax/by-hand';
import { compose } from './compose';
import { dockerfile } from './dockerfile';
import { githubWorkflow } from './github-workflow';
import { gitlabCi } from './gitlab-ci';
import { helmChart } from './helm-chart';
import { helmValues } from './helm-values';
import { kubernetes } from './kubernetes';

/** In the order in which they are asked. */
export const DEPLOYMENT_FORMATS: readonly Format[] = [
  byHand(dockerfile),
  byHand(compose),
  byHand(githubWorkflow),
  gitlabCi,
  byHand(helmChart),
  helmValues,
  kubernetes,
];
