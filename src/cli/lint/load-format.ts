/** Loads what renders a format, whose name `readReportTargets` has checked. Rejects with a TypeError for other names. */
export async function loadFormat<Render>(
  formats: Readonly<Record<string, () => Promise<Render>>>,
  name: string,
): Promise<Render> {
  const load = formats[name];
  if (!load) throw new TypeError(`Unknown format ${name}.`);
  return load();
}
