import type { DocumentProblem } from '#lib/contract/kyc/requirements.ts'

/** Opens a PDF with a library that is loaded only now. Nothing of it runs. Whoever is done with it has to destroy it. */
export async function openPdf(file: Blob) {
  const [{ getDocument }, data] = await Promise.all([import('unpdf/pdfjs'), file.arrayBuffer()])
  return getDocument({ data: new Uint8Array(data), enableXfa: false })
}

/** Returns why a PDF cannot be opened. If the library did not load, the server says it. */
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
