/** PDF readers search this far for the mark: printers and mail programs write data before it. */
const FIRST_BYTES = 1_024

export function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, FIRST_BYTES)).includes('%PDF-')
}
