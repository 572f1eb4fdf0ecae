import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useApiForm } from '#lib/client/forms/use-api-form.ts'
import { type ClaimProblem, readClaimProblem } from '#lib/client/gifts/claim-problem.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import { readReceipt } from '#lib/client/gifts/receipt.ts'
import { rememberedPhone } from '#lib/client/gifts/remembered-phone.ts'
import { api } from '#lib/client/http/api.ts'
import { readMobile } from '#lib/contract/phone.ts'

/** The receipt and phone of a payment that was not found, for a request for help. */
type Unfound = { receipt: string; phone: string }
type Summary = { tone: 'bad' | 'calm'; title: string; detail: string }
type ClaimTexts = ReturnType<typeof useTranslations<'Claim'>>

const sentences = { receipt: 'receiptMissing', phone_number: 'phoneFormat' } as const

export function useClaim() {
  const t = useTranslations('Claim')
  const router = useRouter()
  const [summary, setSummary] = useState<Summary | null>(null)
  const [unfound, setUnfound] = useState<Unfound | null>(null)
  const form = useApiForm({
    defaultValues: { receipt: '', phone_number: formatPhone(rememberedPhone()), vote_code: '' },
    toBody: ({ receipt, phone_number, vote_code }) => ({
      receipt: readReceipt(receipt) ?? receipt,
      phone_number: readMobile(phone_number) ?? phone_number,
      vote_code: vote_code.trim(),
    }),
    schema: async () => (await import('#lib/contract/gifts/calls.ts')).claim.body,
    sentence: (field) => (field === 'vote_code' ? undefined : t(sentences[field])),
    onWrong: () => setSummary(null),
    send: async ({ vote_code, ...payment }) => {
      setSummary(null)
      const gift = await api('POST /gifts/claim/', {
        body: { ...payment, ...(vote_code ? { vote_code } : {}) },
      })
      router.push(`/pay/${gift.id}`)
    },
    refuse: (error, { receipt, phone_number }) => {
      const problem = readClaimProblem(error)
      setUnfound(problem.kind === 'not_found' ? { receipt, phone: phone_number } : null)
      setSummary(summaryOf(problem, t))
      return { fields: errorsOf(problem, t) }
    },
  })
  return { ...form, summary, unfound }
}

function errorsOf(problem: ClaimProblem, t: ClaimTexts) {
  if (problem.kind === 'fields') return problem.fields
  return problem.kind === 'needs_code' ? { vote_code: t('problems.needs_code.detail') } : {}
}

function summaryOf(problem: ClaimProblem, t: ClaimTexts): Summary | null {
  switch (problem.kind) {
    case 'fields':
      return null
    case 'wait':
      return { tone: 'bad', title: t('problems.wait.title'), detail: t('problems.wait.detail', problem) }
    case 'needs_code':
      return { tone: 'calm', title: t('problems.needs_code.title'), detail: '' }
    case 'review':
      return { tone: 'calm', title: t('problems.review.title'), detail: t('problems.review.detail') }
    default:
      return {
        tone: 'bad',
        title: t(`problems.${problem.kind}.title`),
        detail: t(`problems.${problem.kind}.detail`),
      }
  }
}
