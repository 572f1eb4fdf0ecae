import type { DocumentProblem } from '#lib/contract/kyc/requirements.ts'

/** Loads the library on demand. The caller must destroy the PDF. */
export async function openPdf(file: Blob) {
  const [{ getDocument }, data] = await Promise.all([import('unpdf/pdfjs'), file.arrayBuffer()])
  return getDocument({ data: new Uint8Array(data), enableXfa: false })
}

/** Returns null if the library does not load: the server checks again. */
export async function findPdfProblem(file: Blob): Promise<DocumentProblem | null> {
  const opening = await openPdf(file).catch(() => null)
  if (!opening) return null
  try {
    const document = await opening.promise
    if (document.numPages === 0) return 'no_pages'
    await document.getPage(1)
    return null
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'damaged'
  } finally {
    await opening.destroy()
  }
}
