/** Saves a text or a picture as a file through the browser. */
export function saveAsFile(name: string, content: string | Blob, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The address stays valid for a while, because some browsers begin to read only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
