import { describeAdvisoryFiles } from './advisory-files.contract';
import { MemoryAdvisoryFiles } from './memory-advisory-files';

describeAdvisoryFiles('memory', () => new MemoryAdvisoryFiles());
