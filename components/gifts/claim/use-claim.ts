'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type ClaimField, type ClaimProblem, readClaimProblem } from '#lib/client/gifts/claim-problem.ts'
import { normaliseGiftPhone } from '#lib/client/gifts/gift-phone.ts'
import { readReceipt } from '#lib/client/gifts/receipt.ts'
import { api } from '#lib/client/http/api.ts'

type FieldErrors = Partial<Record<ClaimField, string>>
type Summary = { tone: 'bad' | 'calm'; title: string; detail: string }
type ClaimTexts = ReturnType<typeof useTranslations<'Claim'>>

const fields: readonly ClaimField[] = ['receipt', 'phone_number', 'vote_code']

/** Looks a payment up and counts it; the receipt's own page shows the outcome. */
export function useClaim() {
  const t = useTranslations('Claim')
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [summary, setSummary] = useState<Summary | null>(null)

  useEffect(() => {
    const wrong = fields.find((field) => errors[field])
    const input = wrong ? form.current?.elements.namedItem(wrong) : null
    if (input instanceof HTMLInputElement) input.focus()
  }, [errors])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const typed = new FormData(event.currentTarget)
    const receipt = readReceipt(String(typed.get('receipt')))
    const phone = normaliseGiftPhone(String(typed.get('phone_number')))
    setSummary(null)
    setErrors({
      ...(receipt ? {} : { receipt: t('receiptMissing') }),
      ...(phone ? {} : { phone_number: t('phoneFormat') }),
    })
    if (!receipt || !phone) return
    setBusy(true)
    try {
      const voteCode = String(typed.get('vote_code')).trim()
      const gift = await api('POST /gifts/claim/', {
        body: { receipt, phone_number: phone, ...(voteCode ? { vote_code: voteCode } : {}) },
      })
      router.push(`/pay/${gift.id}`)
    } catch (error) {
      const problem = readClaimProblem(error)
      setErrors(errorsOf(problem, t))
      setSummary(summaryOf(problem, t))
      setBusy(false)
    }
  }
  return { busy, errors, summary, submit, form }
}

function errorsOf(problem: ClaimProblem, t: ClaimTexts): FieldErrors {
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
