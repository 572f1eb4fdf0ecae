import { drawJpeg, type Upload } from '#lib/client/browser/shrink-picture.ts'
import { PICTURE_PIXELS_MAX } from '#lib/contract/kyc/requirements.ts'
import { countPixels, isWholeJpeg, sniffDocument } from './document-file.ts'
import { type KycFileProblem, kycFileProblem } from './kyc-file.ts'
import { findPdfProblem } from './pdf.ts'

/**
 * Converts pictures to JPEG; the server converts a HEIC picture that the browser cannot open.
 * @returns the file to send, or why it cannot be a KYC document
 */
export async function openDocument(file: File): Promise<{ upload: Upload } | { problem: KycFileProblem }> {
  const type = await sniffDocument(file)
  const problem = kycFileProblem(type === null ? file : { ...named(file), type })
  if (problem) return { problem }
  if (type === 'application/pdf') {
    const found = await findPdfProblem(file)
    return found ? { problem: found } : { upload: { body: file, name: file.name, type } }
  }
  if (((await countPixels(file)) ?? 0) > PICTURE_PIXELS_MAX) return { problem: 'too_big' }
  if (type === 'image/jpeg' && !(await isWholeJpeg(file))) return { problem: 'damaged' }
  const upload = await drawJpeg(file)
  if (upload) return { upload }
  if (type === 'image/heic') return { upload: { body: file, name: file.name, type } }
  return { problem: type === null ? 'wrong_type' : 'damaged' }
}

const named = ({ name, size }: File) => ({ name, size })
