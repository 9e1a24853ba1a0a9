/** The version of Node in generated pipelines, with which this version of gatewright is tested. */
export const nodeVersion = '26.10.0';
