import { expect } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { type KycDocumentType, kycDocumentTypes } from '#lib/contract/kyc/calls.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { makeFile, putFile } from './files.ts'
import { loadRoute } from './route-files.ts'
import { send } from './send.ts'

const initiate = await loadRoute(contract.kyc.initiateUpload)
const complete = await loadRoute(contract.kyc.completeUpload)
const profile = await loadRoute(contract.profiles.update)

let people = 0

export function newForm() {
  people += 1
  return {
    full_name: 'Amina Wanjiru Odhiambo',
    date_of_birth: '1999-04-12',
    national_id: String(20_000_000 + people),
    address_line_1: 'Kayole Junction 4',
    city: 'Nairobi',
    country: 'Kenya' as const,
  }
}

/** Uploads a document. @returns the answer to completing the upload */
export async function uploadDocument(
  by: SignedIn,
  document_type: KycDocumentType,
  file = makeFile('image/png'),
  mime_type = 'image/png',
): Promise<Response> {
  const body = { document_type, file_name: `${document_type}.png`, file_size: file.byteLength, mime_type }
  const opened = await send(initiate.POST, { method: 'POST', body, access: by.access })
  expect(opened.status).toBe(201)
  const { session_id, upload_url } = await opened.json()
  expect(await putFile(upload_url, file, mime_type)).toBe(200)
  return send(complete.POST, { method: 'POST', params: { id: session_id }, access: by.access })
}

/** Saves a KYC form and uploads its documents. @returns the saved form */
export async function prepareKyc(by: SignedIn, form: Record<string, string> = newForm()) {
  const saved = await send(profile.PATCH, {
    method: 'PATCH',
    params: { id: by.user.id },
    body: form,
    access: by.access,
  })
  expect(saved.status).toBe(200)
  for (const type of kycDocumentTypes) expect((await uploadDocument(by, type)).status).toBe(200)
  return form
}
