/** Saves a text, or what was read as a file, through the browser. */
export function saveAsFile(name: string, text: string | Blob, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The address stays valid for a while, because some browsers begin to read only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
