export { openAdvisoryFiles } from './advisory-files';
