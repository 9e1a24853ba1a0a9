/**
 * Loads the renderer of a format that `readReportTargets` has checked. Rejects with a TypeError for an unknown format.
 */
export async function loadFormat<Render>(
  formats: Readonly<Record<string, () => Promise<Render>>>,
  name: string,
): Promise<Render> {
  const load = formats[name];
  if (!load) throw new TypeError(`Unknown format ${name}.`);
  return load();
}
