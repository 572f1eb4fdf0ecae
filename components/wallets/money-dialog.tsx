import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useMyProfile } from '#components/profiles/use-my-profile.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'
import { PhoneField } from '#components/ui/phone-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { Send, Unanswered } from '#lib/client/forms/idempotent-attempt.ts'
import type { DeviceAttempt } from '#lib/client/forms/stored-attempts.ts'
import { refusedFields, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import { ApiError } from '#lib/client/http/api.ts'
import { renewWallet } from '#lib/client/wallets/renew-wallet.ts'
import { readMobile } from '#lib/contract/phone.ts'
import { useStoredAttempt } from './use-stored-attempt.ts'

/** The typed amount and phone, and the idempotency key of this attempt. */
type MoneyRequest = { body: { amount: number; phone_number: string }; attempt: string }

type MoneyBody = { amount: number; phone_number?: string | undefined }

type MoneyDialogProps<Answer> = {
  /** Name under which a request without an answer is stored. */
  name: DeviceAttempt
  words: {
    title: string
    detail: string
    action: string
    failed: string
    /** Sentence about an earlier request without an answer. */
    unanswered: (asked: Readonly<Record<'amount' | 'phone' | 'moment', string>>) => string
    /** Question to confirm before the request is sent; if undefined, the request is sent at once. */
    question?: (asked: Readonly<Record<'amount' | 'phone', string>>) => string
  }
  schema: () => Promise<z.ZodType<unknown, MoneyBody>>
  ask: (request: MoneyRequest) => Promise<Answer>
  /** @param isRepeat the request is a repeat, so `answer` is the first request's answer */
  onAnswer: (answer: Answer, isRepeat: boolean) => void
  onClose: () => void
  /**
   * The maximum in whole shillings, with its sentences. `all` is null if the balance is below the minimum.
   */
  most?: { amount: number; all: string | null; tooMuch: string; hint: string }
  /** Sentence for a phone that is not the profile's. */
  newNumber?: string
  children?: ReactNode
}

/**
 * Asks for an amount and a phone, for withdrawals and top-ups. A retry of the same amount and phone moves the money once, even
 * if the dialog was closed before the answer came.
 */
export function MoneyDialog<Answer>({
  name,
  words,
  schema,
  ask,
  onAnswer,
  onClose,
  most,
  newNumber,
  children,
}: MoneyDialogProps<Answer>) {
  const t = useTranslations('Wallet')
  const client = useQueryClient()
  const { data: profile } = useMyProfile()
  const formats = useFormats()
  const { asked, isUnanswered, send } = useUnanswered(name)
  const unanswered =
    asked &&
    words.unanswered({
      amount: formats.shillings(asked.amount),
      phone: formatPhone(asked.phone),
      moment: formats.moment(new Date(asked.startedAt).toISOString()),
    })
  const [question, setQuestion] = useState<string | null>(null)
  const { form, isBusy, whole, formProps, field, focus } = useApiForm({
    isRepeatable: true,
    // An earlier request without an answer is filled in, to be retried.
    defaultValues: {
      amount: asked ? String(asked.amount) : '',
      phone_number: formatPhone(asked?.phone ?? profile?.user.phone_number ?? ''),
    },
    toBody: ({ amount, phone_number }) => ({ amount: amountOf(amount), phone_number: phone_number.trim() }),
    schema,
    check: ({ amount, phone_number }) => {
      // If the earlier request was accepted, its amount is already held, so the balance is no limit.
      const mayBeTaken = isUnanswered(amountOf(amount), phone_number.trim())
      return most && amountOf(amount) > most.amount && !mayBeTaken ? { amount: most.tooMuch } : {}
    },
    sentence: (name, { code }) => {
      if (name === 'amount') return code === 'too_big' ? undefined : t('amountWrong')
      return code === 'too_small' ? t('phoneShort') : undefined
    },
    send: async ({ amount, phone_number = '' }) => {
      if (words.question && question === null)
        return setQuestion(
          words.question({
            amount: formats.shillings(amount),
            phone: formatPhone(readMobile(phone_number) ?? phone_number),
          }),
        )
      const [answer, isRepeat] = await send(amount, phone_number, async (key, isRepeat) => [
        await ask({ body: { amount, phone_number }, attempt: key }),
        isRepeat,
      ])
      void renewWallet(client)
      onAnswer(answer, isRepeat)
      onClose()
    },
    refuse: (error, { amount, phone_number }) => {
      setQuestion(null)
      const isUnknown = isUnanswered(amountOf(amount), phone_number.trim())
      if (isUnknown) return { whole: error instanceof ApiError && error.hasSentence ? error.message : '' }
      const fields = refusedFields(['amount', 'phone_number'], error)
      const sentence = error instanceof ApiError && error.hasSentence ? error.message : t('tryAgain')
      const said = fields.amount ?? fields.phone_number
      return { fields, whole: said ? words.failed : `${words.failed}: ${sentence}` }
    },
  })
  const typed = useWatch({ control: form.control, name: 'phone_number' }) ?? ''
  const isOther = profile !== undefined && isOtherNumber(typed, profile.user.phone_number)
  return (
    <Dialog open onClose={onClose} title={words.title} description={words.detail}>
      <form {...formProps} className="mt-5 grid gap-5">
        {/* The fields stay part of the form while the question is shown. */}
        <div hidden={question !== null} className="grid gap-5">
          <Field
            label={t('amount')}
            hint={most?.hint}
            inputMode="numeric"
            autoComplete="off"
            {...field('amount')}
            className="figures"
          />
          {most?.all ? (
            <Button
              className="-mt-3 justify-self-start"
              onClick={() => {
                form.setValue('amount', String(most.amount), { shouldValidate: form.formState.isSubmitted })
                focus('amount')
              }}
            >
              {most.all}
            </Button>
          ) : null}
          <div>
            <PhoneField label={t('phone')} {...field('phone_number')} />
            {newNumber ? (
              // Rendered while empty, so that screen readers announce its text.
              <p aria-live="polite" className="text-sm text-soft not-empty:mt-1.5">
                {isOther ? newNumber : null}
              </p>
            ) : null}
          </div>
        </div>
        {/* Without the sentence while sending, so that screen readers announce it again if the answer is lost
            again. */}
        <ErrorNote>{[whole, isBusy ? null : unanswered].filter(Boolean).join(' ')}</ErrorNote>
        <div className="contents">{children}</div>
        {question === null ? (
          <SubmitButton busy={isBusy} tone="money">
            {isBusy ? t('sending') : words.action}
          </SubmitButton>
        ) : (
          <>
            <p ref={takeFocus} tabIndex={-1} className="font-semibold outline-none text-lg">
              {question}
            </p>
            {/* "Change" appears where the first button was, so that a double tap does not send the request.
             */}
            <SubmitButton busy={isBusy} tone="money">
              {isBusy ? t('sending') : t('send')}
            </SubmitButton>
            <Button
              disabled={isBusy}
              onClick={() => {
                flushSync(() => setQuestion(null))
                focus('amount')
              }}
            >
              {t('change')}
            </Button>
          </>
        )}
      </form>
    </Dialog>
  )
}

/** Focuses the question, so that screen readers announce it and the keyboard continues there. */
function takeFocus(question: HTMLElement | null): void {
  question?.focus()
}

/** The typed number, with or without separators; NaN if empty. */
function amountOf(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed.replaceAll(/[\s,]/g, ''))
}

/**
 * True if a complete number is typed that is not the profile's: a withdrawal to a new number waits a day.
 * @param own the profile's number in any notation; empty if there is none
 */
export function isOtherNumber(typed: string, own: string): boolean {
  const phone = readMobile(typed)
  return phone !== null && phone !== readMobile(own)
}

/** An earlier request without an answer. */
type AskedBefore = {
  amount: number
  /** 254 and nine digits; as typed if the number is invalid. */
  phone: string
  /** In ms. */
  startedAt: number
}

/** Stores the idempotency key until an answer arrives. */
export function useUnanswered(name: DeviceAttempt) {
  const { unanswered, isUnanswered, send } = useStoredAttempt(name)
  return {
    asked: unanswered && askedBefore(unanswered),
    isUnanswered: (amount: number, phone: string) => isUnanswered(contentOf(amount, phone)),
    send<Answer>(amount: number, phone: string, ask: Send<Answer>): Promise<Answer> {
      return send(contentOf(amount, phone), ask)
    },
  }
}

/** The same phone in another notation gives the same content. */
function contentOf(amount: number, phone: string): string {
  return `${amount} ${readMobile(phone) ?? phone}`
}

function askedBefore({ content, startedAt }: Unanswered): AskedBefore {
  const end = content.indexOf(' ')
  return { amount: Number(content.slice(0, end)), phone: content.slice(end + 1), startedAt }
}
