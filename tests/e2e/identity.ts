// An identity submitted by calls only: its screens have separate tests.
import { randomInt } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'

const form = {
  full_name: 'Amina Wanjiru',
  date_of_birth: '1999-04-12',
  address_line_1: 'Kayole Junction, Plot 7',
  city: 'Nairobi',
  country: 'Kenya',
  ipi_number: '00052210040',
  publisher_name: 'Kayole Sounds',
  society: 'MCSK',
  pro_affiliation: 'MCSK',
}
/** One empty page, the minimum for a PDF reader. */
const document = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`)

type Somebody = { id: string; headers: { authorization: string } }

/** Fills in a musician's form, uploads three documents, and submits them. */
export async function handInIdentity(request: APIRequestContext, { id, headers }: Somebody): Promise<void> {
  const call = async (method: 'post' | 'patch', path: string, data: unknown = {}) => {
    const answer = await request[method](`/api${path}`, { data, headers })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return answer.json()
  }
  const national_id = String(randomInt(10_000_000, 99_999_999))
  await call('patch', `/users/profiles/${id}/`, { ...form, national_id })
  for (const document_type of ['id_front', 'id_back', 'passport_photo']) {
    const file = { file_name: 'id.pdf', file_size: document.byteLength, mime_type: 'application/pdf' }
    const session = await call('post', '/users/kyc/uploads/initiate/', { document_type, ...file })
    const stored = await request.put(session.upload_url, {
      data: document,
      headers: { 'content-type': 'application/pdf' },
    })
    expect(stored.ok(), await stored.text()).toBe(true)
    await call('post', `/users/kyc/uploads/${session.session_id}/complete/`)
  }
  await call('post', '/users/profiles/submit_my_kyc/')
}
