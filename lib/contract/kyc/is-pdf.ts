/** Within so many first bytes readers look for the mark of a PDF: printers and mail programs write their own before it. */
const FIRST_BYTES = 1_024

/** Whether a file is a PDF, by its first bytes. */
export function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, FIRST_BYTES)).includes('%PDF-')
}
