/** Where tests find the modules of the sources as the bundler makes them. */
export const builtModules = {
  /** Next to `dist`, so that they find the files of the package. */
  folder: 'dist-modules',
  /** The name of a module without its ending; `file` is its path in the sources. */
  nameOf: (file: string): string => `cli/${file.replace(/\.ts$/, '').replaceAll('/', '--')}`,
};
