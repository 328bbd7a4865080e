// Texts with gaps, for where the editor's own localisation has to be done beforehand.

/** A string with its placeholders filled. */
export function fill(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\{(\d+)\}/g, (whole, index) => String(values[Number(index)] ?? whole));
}
