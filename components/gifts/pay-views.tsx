import { LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { RefObject } from 'react'
import { CopyValue } from '#components/ui/copy-value.tsx'
import { PaybillValues } from '#components/ui/paybill-values.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'

type CheckingViewProps = {
  gift: GiftView | null
  quantity: number
  /** The phone that got the prompt; undefined if unknown. */
  phone?: string
  /** Replaces the sentence that the user must not pay again. */
  detail?: string
  line?: RefObject<HTMLParagraphElement | null>
}

/** Tells that M-Pesa's answer is pending and that the user must not pay again. */
export function CheckingView({ gift, quantity, phone, detail, line }: CheckingViewProps) {
  const t = useTranslations('Gift')
  return (
    <div className="mt-5 grid gap-5">
      <p
        ref={line}
        role="status"
        tabIndex={-1}
        className="flex items-center gap-3 rounded-2xl bg-leaf-wash px-4 py-4 text-lg font-semibold text-leaf"
      >
        <LoaderCircle aria-hidden="true" className="size-6 shrink-0 animate-spin" />
        <span>{t('plusChecking', { count: quantity })}</span>
      </p>
      <p className="text-soft">{unbroken(detail ?? t('checkingDetail'))}</p>
      {gift && phone ? <NoPrompt gift={gift} phone={phone} /> : null}
    </div>
  )
}

export function NoPrompt({ gift, phone }: { gift: GiftView; phone: string }) {
  const t = useTranslations('Gift')
  return (
    <details className="rounded-2xl border border-line px-4 py-2">
      <summary className="tap flex items-center font-semibold underline underline-offset-4">
        {t('noPrompt')}
      </summary>
      <ol className="grid list-decimal gap-3 ps-5 pt-1 pb-3 marker:font-bold">
        <li>{t('noPromptLook', { phone: formatPhone(phone) })}</li>
        {gift.paybill ? (
          <li>
            {t('noPromptPaybill')}
            <div className="mt-2 -ms-5">
              <PaybillValues paybill={gift.paybill} amount={gift.amount} />
            </div>
          </li>
        ) : null}
        <li>{t('noPromptAgain')}</li>
        <li>
          <ClaimLink />
        </li>
      </ol>
    </details>
  )
}

export function ClaimLink() {
  const t = useTranslations('Gift')
  return (
    <span>
      {t('paidNotCounted')}{' '}
      <a
        href="/claim"
        target="_blank"
        rel="noopener"
        className="tap inline-flex items-center font-semibold underline underline-offset-4"
      >
        {unbroken(t('claim'))}
      </a>
    </span>
  )
}

/** The longest wait in seconds (`LONGEST_WAIT_SECONDS` of lib/domain/payments/prompt-limits.ts). */
const FULL_RING_SECONDS = 45

export function QueuedNotice({ seconds }: { seconds: number }) {
  const t = useTranslations('Gift')
  return (
    <div className="mt-5 flex items-center gap-5">
      <Countdown secondsLeft={seconds} total={FULL_RING_SECONDS} />
      <p>{t('queuedDetail', { seconds })}</p>
    </div>
  )
}

const RING_RADIUS = 34
const RING_LENGTH = 2 * Math.PI * RING_RADIUS

/** Screen readers announce the seconds every 15 seconds. */
export function Countdown({ secondsLeft, total }: { secondsLeft: number; total: number }) {
  const t = useTranslations('Gift')
  const spoken = Math.ceil(secondsLeft / 15) * 15
  return (
    <div className="relative size-20 shrink-0">
      <svg viewBox="0 0 80 80" aria-hidden="true" className="size-full -rotate-90">
        <circle cx="40" cy="40" r={RING_RADIUS} fill="none" stroke="var(--sunken)" strokeWidth="8" />
        <circle
          cx="40"
          cy="40"
          r={RING_RADIUS}
          fill="none"
          stroke="var(--leaf)"
          strokeWidth="8"
          strokeLinecap="round"
          strokeDasharray={RING_LENGTH}
          strokeDashoffset={RING_LENGTH * (1 - secondsLeft / total)}
          className="transition-[stroke-dashoffset] duration-1000 ease-linear"
        />
      </svg>
      <span aria-hidden="true" className="figures absolute inset-0 grid place-items-center text-xl font-bold">
        {secondsLeft}
      </span>
      <span role="timer" aria-live="polite" className="sr-only">
        {t('secondsLeft', { seconds: spoken })}
      </span>
    </div>
  )
}

type PaidFactsProps = {
  gift: GiftView
  words: { receipt: string; amount: string; copy: string; copied: string }
}

/** For use inside a <dl>. */
export function PaidFacts({ gift, words }: PaidFactsProps) {
  const formats = useFormats()
  return (
    <>
      {gift.receipt ? <CopyValue label={words.receipt} value={gift.receipt} words={words} /> : null}
      <div className="figures flex justify-between gap-4 px-1">
        <dt className="text-soft">{words.amount}</dt>
        <dd className="font-semibold">{formats.shillings(gift.amount)}</dd>
      </div>
    </>
  )
}
