export { librariesOf, type Entry, type Library } from './library';
export { packLibraries, type PackedLibrary } from './pack-libraries';
