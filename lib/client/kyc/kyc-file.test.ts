import { expect, test } from 'vitest'
import { initiateKycUpload } from '#lib/contract/kyc/calls.ts'
import { KYC_DOCUMENT_MAX } from '#lib/contract/kyc/requirements.ts'
import { fileTypeOf, kycFileProblem } from './kyc-file.ts'

const photo = { name: 'id.jpg', type: 'image/jpeg', size: 3_000_000 }

test.each([
  [photo, null],
  [{ ...photo, size: KYC_DOCUMENT_MAX }, null],
  [{ ...photo, size: KYC_DOCUMENT_MAX + 1 }, 'too_large'],
  [{ ...photo, name: 'id.pdf', type: 'application/pdf' }, null],
  [{ ...photo, name: 'IMG_1.HEIC', type: '' }, null],
  [{ ...photo, name: 'id.docx', type: 'application/msword' }, 'wrong_type'],
  [{ ...photo, name: 'id', type: '' }, 'wrong_type'],
  [{ ...photo, name: 'clip.mp4', type: 'video/mp4', size: KYC_DOCUMENT_MAX * 2 }, 'wrong_type'],
])('%j is refused as %s', (file, problem) => {
  expect(kycFileProblem(file)).toBe(problem)
})

test('a file of a kind that its browser does not know is known by its name', () => {
  expect(fileTypeOf({ name: 'IMG_1.HEIC', type: '', size: 1 })).toBe('image/heic')
  expect(fileTypeOf(photo)).toBe('image/jpeg')
})

test('the size that is let through is the one that the call takes', () => {
  const body = { document_type: 'id_front', file_name: 'a', mime_type: 'image/png' }
  const takes = (file_size: number) => initiateKycUpload.body.safeParse({ ...body, file_size }).success
  expect([takes(KYC_DOCUMENT_MAX), takes(KYC_DOCUMENT_MAX + 1)]).toEqual([true, false])
})
