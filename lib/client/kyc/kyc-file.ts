import { type DocumentProblem, HEIC_TYPE, KYC_DOCUMENT_MAX } from '#lib/contract/kyc/requirements.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'

export type KycFileProblem = 'too_large' | 'wrong_type' | DocumentProblem
type PickedFile = { name: string; size: number; type: string }

const typesByExtension: Record<string, string> = {
  heic: 'image/heic',
  heif: 'image/heif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  webp: 'image/webp',
}

/** The file's type, by its name if the browser does not know HEIC. */
export function fileTypeOf({ name, type }: PickedFile): string {
  return type || (typesByExtension[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? '')
}

/** Whether the document is a HEIC picture, which the server converts because few browsers show it. */
export function isConverted({ mime_type, problem }: Profile['documents'][number]): boolean {
  return mime_type === HEIC_TYPE && !problem
}

export function kycFileProblem(file: PickedFile): KycFileProblem | null {
  const type = fileTypeOf(file)
  if (!type.startsWith('image/') && type !== 'application/pdf') return 'wrong_type'
  return file.size > KYC_DOCUMENT_MAX ? 'too_large' : null
}
