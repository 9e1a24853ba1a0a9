import Type from 'typebox';

/** What `--deployment` takes, and what a folder or a file may be called after. */
export const DeploymentNameSchema = Type.String({ pattern: '^[a-z][a-z0-9-]*$' });
