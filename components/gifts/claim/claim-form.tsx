'use client'

import { useTranslations } from 'next-intl'
import { AskForm } from '#components/disputes/ask-form.tsx'
import { cn } from '#components/ui/cn.ts'
import { CodeField } from '#components/ui/code-field.tsx'
import { PhoneField } from '#components/ui/phone-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { VOTE_CODE_MAX } from '#lib/contract/gifts/constants.ts'
import { useClaim } from './use-claim.ts'

export function ClaimForm() {
  const t = useTranslations('Claim')
  const { isBusy, summary, unfound, formProps, field } = useClaim()
  return (
    <div>
      <form {...formProps} className="mt-8 grid max-w-xl content-start gap-6">
        <CodeField label={t('receipt')} hint={t('receiptHint')} {...field('receipt')} />
        <PhoneField label={t('phone')} hint={t('phoneHint')} {...field('phone_number')} />
        <CodeField
          label={t('voteCode')}
          hint={t('voteCodeHint')}
          maxLength={VOTE_CODE_MAX}
          {...field('vote_code')}
        />
        {summary ? (
          <div role="alert" className={cn('rounded-2xl px-4 py-3', tones[summary.tone])}>
            <p className="font-semibold">{summary.title}</p>
            {summary.detail ? <p className="mt-1">{summary.detail}</p> : null}
          </div>
        ) : null}
        <SubmitButton busy={isBusy} tone="money">
          {isBusy ? t('searching') : t('submit')}
        </SubmitButton>
        <p className="text-sm text-soft">{t('note')}</p>
      </form>
      <details key={unfound?.receipt} open={unfound !== null} className="mt-8 border-t border-line pt-4">
        <summary className="tap inline-flex cursor-pointer items-center font-semibold underline">
          {t('ask')}
        </summary>
        <p className="mt-2 max-w-xl text-soft">{t('askDetail')}</p>
        <AskForm receipt={unfound?.receipt ?? ''} phone={unfound?.phone ?? ''} />
      </details>
    </div>
  )
}

const tones = { bad: 'bg-alarm-wash text-alarm', calm: 'bg-leaf-wash text-ink' } as const
