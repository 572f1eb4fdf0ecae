'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useMyProfile } from '#components/profiles/use-my-profile.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { isSubscriptionPhone } from '#lib/client/subscriptions/subscription-phone.ts'
import type { MoneyProblem } from './use-money-request.ts'

type MoneyDialogProps = {
  title: string
  detail: string
  action: string
  isSending: boolean
  problem: MoneyProblem
  setProblem: (problem: MoneyProblem) => void
  onSend: (amount: number, phone: string) => void
  onClose: () => void
  children?: ReactNode
}

const LEAST = 10

/** An amount and a phone: what both ways through the wallet's door ask for. */
export function MoneyDialog({
  title,
  detail,
  action,
  onSend,
  onClose,
  children,
  ...state
}: MoneyDialogProps) {
  const t = useTranslations('Wallet')
  const { isSending, problem, setProblem } = state
  const [amount, setAmount] = useState('')
  const { data: profile } = useMyProfile()
  const [phone, setPhone] = useState(profile?.user.phone_number ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const shillings = Number(amount.replaceAll(/[\s,]/g, ''))
    const found: MoneyProblem = {
      ...(Number.isSafeInteger(shillings) && shillings >= LEAST ? {} : { amount: t('amountWrong') }),
      ...(isSubscriptionPhone(phone) ? {} : { phone: t('phoneShort') }),
    }
    if (found.amount || found.phone) setProblem(found)
    else onSend(shillings, phone.trim())
  }
  return (
    <Dialog open onClose={onClose} title={title} description={detail}>
      <form onSubmit={submit} noValidate method="post" className="mt-5 grid gap-5">
        <Field
          label={t('amount')}
          name="amount"
          inputMode="numeric"
          autoComplete="off"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          error={problem.amount}
          className="figures"
        />
        <Field
          label={t('phone')}
          name="phone_number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="0712 345 678"
          value={phone}
          onChange={(event) => setPhone(event.target.value)}
          error={problem.phone}
          className="figures"
        />
        <ErrorNote>{problem.whole}</ErrorNote>
        {children}
        <SubmitButton busy={isSending} tone="money">
          {isSending ? t('sending') : action}
        </SubmitButton>
      </form>
    </Dialog>
  )
}
