/** The Node that generated pipelines use: the one that this version is tested with. */
export const nodeVersion = '26.10.0';
