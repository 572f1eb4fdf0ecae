/**
 * Shares an address with the device's own dialog where there is one, else copies it.
 * @returns what happened; 'dismissed' where the person closed the dialog
 */
export async function shareLink(link: {
  title: string
  url: string
}): Promise<'shared' | 'copied' | 'dismissed'> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(link)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
    }
  }
  await copyText(link.url)
  return 'copied'
}

/** Copies a text to the clipboard, also on pages that are served without TLS. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text)
    return
  }
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.style.cssText = 'position:fixed;opacity:0'
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}
