/** The value of a label in the text format of Prometheus, with its quotes. */
export function quoteLabel(value: string): string {
  return `"${value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)}"`;
}

/** The lines that precede those of a metric. */
export function describeMetric(name: string, type: 'counter' | 'gauge' | 'histogram', help: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}
