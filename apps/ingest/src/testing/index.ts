export { startSmallUpstream, type SmallUpstream } from './small-upstream';
