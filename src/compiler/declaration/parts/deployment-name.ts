import Type from 'typebox';

/** The name of a deployment, for `--deployment`; it is also used in names of files and folders. */
export const DeploymentNameSchema = Type.String({ pattern: '^[a-z][a-z0-9-]*$' });
