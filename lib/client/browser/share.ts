import { saveAsFile } from './save-as-file.ts'

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

/**
 * Hands a picture to the device's own sheet, where apps with stories stand, or stores it as a file.
 * @throws Error where the picture did not come
 */
export async function sharePicture(picture: { address: string; name: string; title: string }): Promise<void> {
  const answer = await fetch(picture.address)
  if (!answer.ok) throw new Error(`The picture came with status ${answer.status}.`)
  const blob = await answer.blob()
  const files = [new File([blob], picture.name, { type: blob.type })]
  if (navigator.canShare?.({ files })) {
    try {
      return await navigator.share({ files, title: picture.title })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  saveAsFile(picture.name, blob, blob.type)
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
