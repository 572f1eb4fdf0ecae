import { saveAsFile } from './save-as-file.ts'

/** Opens the device's share dialog, or copies the address. 'dismissed' if the user closed the dialog. */
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

/** @throws Error if the picture did not load */
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

/** Copies text to the clipboard, also without TLS. */
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
