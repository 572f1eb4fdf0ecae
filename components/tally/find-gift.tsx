import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import { CodeField } from '#components/ui/code-field.tsx'
import { PhoneField } from '#components/ui/phone-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import type { FoundGift } from '#lib/contract/tally/calls.ts'
import { paymentText } from '#lib/contract/tally/format.ts'
import { type FindOutcome, useFindGift } from './use-find-gift.ts'

type FindGiftProps = {
  challengeId: string
  salt: string
  /** Hashes that this device computed; null before the check. */
  hashes: readonly string[] | null
}

export function FindGift({ challengeId, salt, hashes }: FindGiftProps) {
  const t = useTranslations('Tally')
  const { isBusy, outcome, formProps, field } = useFindGift(challengeId, salt)
  return (
    <section aria-labelledby="tally-find" className="rounded-3xl border border-line bg-surface p-5 lg:p-6">
      <h2 id="tally-find" className="text-xl">
        {t('findTitle')}
      </h2>
      <p className="mt-1 text-soft">{unbroken(t('findIntro'))}</p>
      <form {...formProps} className="mt-4 grid gap-4">
        <CodeField label={t('receipt')} hint={t('receiptHint')} {...field('receipt')} />
        <PhoneField label={t('phone')} {...field('phone_number')} />
        {outcome ? <Outcome outcome={outcome} salt={salt} hashes={hashes} /> : null}
        <SubmitButton busy={isBusy} tone="money">
          {isBusy ? t('finding') : t('find')}
        </SubmitButton>
      </form>
      <Link href="/claim" prefetch={false} className="mt-3 flex min-h-11 items-center underline">
        {t('notCounted')}
      </Link>
    </section>
  )
}

/** Tells if the checked tally contains this row; null before the check. */
function isInChain(gift: FoundGift, hashes: readonly string[] | null): boolean | null {
  // Positions start at 1.
  const computedHash = hashes?.[gift.position - 1]
  return computedHash === undefined ? null : computedHash === gift.hash
}

type OutcomeProps = Pick<FindGiftProps, 'salt' | 'hashes'> & { outcome: FindOutcome }

/** The row with the text that is hashed, so that other programs can check it. */
export function Outcome({ outcome, salt, hashes }: OutcomeProps) {
  const t = useTranslations('Tally')
  const formats = useFormats()
  if (outcome.kind !== 'found')
    return (
      <div role="alert" className="rounded-2xl bg-alarm-wash px-4 py-3 text-alarm">
        <p className="font-semibold">{t(`problems.${outcome.kind}.title`)}</p>
        <p className="mt-1">
          {outcome.kind === 'wait'
            ? t('problems.wait.detail', { minutes: outcome.minutes })
            : t(`problems.${outcome.kind}.detail`)}
        </p>
      </div>
    )
  const { gift, made } = outcome
  const inChain = isInChain(gift, hashes)
  const isDoubtful = made === false || inChain === false
  return (
    <div role="status" className={cn('rounded-2xl px-4 py-3', isDoubtful ? 'bg-alarm-wash' : 'bg-leaf-wash')}>
      <p className="text-lg font-bold">
        {t('found', {
          position: formats.count(gift.position),
          votes: gift.votes,
          count: formats.count(gift.votes),
        })}
      </p>
      <p className="mt-1">
        {t('foundDetail', { title: gift.video_title, moment: formats.moment(gift.paid_at) })}
      </p>
      {gift.taken_back_at === null ? null : (
        <p className="mt-1 font-semibold">
          {t('takenBack', { position: formats.count(gift.taken_back_at) })}
        </p>
      )}
      {made === null ? null : <p className="mt-1">{made ? t('foundMade') : t('foundNotMade')}</p>}
      {inChain === null ? null : <p className="mt-1">{inChain ? t('foundInChain') : t('foundNotInChain')}</p>}
      <p className="mt-2 text-sm">{unbroken(t('programText'))}</p>
      <code className="font-mono text-sm break-all">
        {paymentText({ salt, key: gift.key, ...gift.hashed })}
      </code>
    </div>
  )
}
