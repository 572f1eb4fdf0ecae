import { isPdfFile } from './document-file.ts'
import { openPdf } from './pdf.ts'

/** `closePages` frees the object URL. */
export type DocumentPage = { url: string; width: number; height: number }

/** The document is valid, but this browser cannot show it. */
export class UnshownDocument extends Error {}

/** Enough pages, because an ID has two sides. */
const PAGES_MAX = 6
/** Longer side of a drawn PDF page in pixels: numbers are readable at triple zoom. */
const DRAWN_SIDE = 2_400

/**
 * A PDF is drawn, so that nothing in it runs (lib/web/pages/content-security.ts).
 * @throws UnshownDocument, TypeError without an answer, Error if the link expired
 */
export async function loadDocument(link: string, signal: AbortSignal): Promise<DocumentPage[]> {
  const answer = await fetch(link, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' })
  if (!answer.ok) throw new Error(`the store answered ${answer.status}`)
  const file = await answer.blob()
  try {
    return (await isPdfFile(file)) ? await drawPdf(file, signal) : [await showPicture(file)]
  } catch (error) {
    if (signal.aborted) throw error
    throw new UnshownDocument(error instanceof Error ? error.message : 'not decoded')
  }
}

export function closePages(pages: readonly DocumentPage[]): void {
  for (const { url } of pages) URL.revokeObjectURL(url)
}

async function showPicture(file: Blob): Promise<DocumentPage> {
  const url = URL.createObjectURL(file)
  const picture = new Image()
  picture.src = url
  try {
    await picture.decode()
  } catch (error) {
    URL.revokeObjectURL(url)
    throw error
  }
  return { url, width: picture.naturalWidth, height: picture.naturalHeight }
}

async function drawPdf(file: Blob, signal: AbortSignal): Promise<DocumentPage[]> {
  const opening = await openPdf(file)
  const pages: DocumentPage[] = []
  try {
    const document = await opening.promise
    for (let number = 1; number <= Math.min(document.numPages, PAGES_MAX); number++) {
      signal.throwIfAborted()
      const page = await document.getPage(number)
      const natural = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: DRAWN_SIDE / Math.max(natural.width, natural.height) })
      const canvas = window.document.createElement('canvas')
      canvas.width = Math.round(viewport.width)
      canvas.height = Math.round(viewport.height)
      await page.render({ canvas, viewport, background: '#ffffff' }).promise
      pages.push(await storeDrawing(canvas))
    }
    return pages
  } catch (error) {
    closePages(pages)
    throw error
  } finally {
    await opening.destroy()
  }
}

async function storeDrawing(canvas: HTMLCanvasElement): Promise<DocumentPage> {
  const { width, height } = canvas
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  if (!drawn) throw new Error('the page was not drawn')
  return { url: URL.createObjectURL(drawn), width, height }
}
