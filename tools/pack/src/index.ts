export { librariesOf, type Entry, type Library } from './library';
export { packLibraries, type PackedLibrary } from './pack-libraries';
export { packCommandLine, type PackedCommandLine } from './pack-command-line';
