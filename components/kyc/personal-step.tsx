import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ErrorSummary } from '#components/accounts/error-summary.tsx'
import { cn } from '#components/ui/cn.ts'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSend } from '#lib/client/http/use-send.ts'
import { type KycRole, kycFieldsOf } from '#lib/client/kyc/kyc-form.ts'
import type { KycField } from '#lib/contract/kyc/calls.ts'
import { requiredMusicianKycFields } from '#lib/contract/kyc/requirements.ts'
import { KycFieldInput, useKycProblemWords } from './kyc-field-input.tsx'
import type { KycDraft } from './use-kyc-draft.ts'

const groups = {
  identity: ['full_name', 'date_of_birth', 'national_id'],
  address: ['address_line_1', 'address_line_2', 'city', 'state_province', 'postal_code', 'country'],
  music: requiredMusicianKycFields,
} as const satisfies Record<string, readonly KycField[]>

type PersonalStepProps = {
  draft: KycDraft
  role: KycRole
  reasons: Record<string, string>
  onDone: () => void
}

/** Step 1: saves each field on blur. Continuing needs all required fields. */
export function PersonalStep({ draft, role, reasons, onDone }: PersonalStepProps) {
  const t = useTranslations('Kyc')
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLElement>(null)
  const problemWords = useKycProblemWords(draft)
  /**
   * The first wrong field after a press on "Continue"; a new object per press, so that each press focuses.
   */
  const [stopped, setStopped] = useState<{ at: KycField } | null>(null)
  const focus = (field: KycField) => {
    const input = form.current?.elements.namedItem(field)
    if (input instanceof HTMLElement) input.focus()
  }
  useEffect(() => {
    if (!stopped) return
    const input = form.current?.elements.namedItem(stopped.at)
    if (summary.current) summary.current.focus()
    else if (input instanceof HTMLElement) input.focus()
  }, [stopped])

  const { isPending, send } = useSend({
    mutationFn: draft.finish,
    onSuccess: (wrong) => {
      if (wrong === null) return onDone()
      if (wrong !== 'failed') setStopped({ at: wrong })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }

  const wrong = stopped
    ? kycFieldsOf(role).flatMap((field) => {
        const sentence = problemWords(field)
        return sentence === null ? [] : [{ field, sentence }]
      })
    : []
  const shown =
    role === 'copyright_owner'
      ? (['identity', 'address', 'music'] as const)
      : (['identity', 'address'] as const)
  return (
    <form ref={form} onSubmit={submit} noValidate method="post" className="mt-4 grid gap-8">
      <ErrorSummary
        whole={draft.refusal}
        wrong={wrong}
        ref={summary}
        title={(count) => t('sum', { count })}
        onPick={focus}
      />
      <p className="text-sm text-soft">{t('required')}</p>
      {shown.map((group) => (
        <fieldset key={group} className="min-w-0">
          <legend className="font-display text-lg font-bold">{t(`groups.${group}`)}</legend>
          <div className="mt-3 grid gap-5 sm:grid-cols-2">
            {groups[group].map((field) => (
              <KycFieldInput key={field} field={field} role={role} draft={draft} reason={reasons[field]} />
            ))}
          </div>
        </fieldset>
      ))}
      <div className="grid gap-2">
        <SubmitButton busy={isPending}>{t('toDocuments')}</SubmitButton>
        <SavingNote saving={draft.saving} />
      </div>
    </form>
  )
}

/** Keeps its height without text, so that nothing moves. */
function SavingNote({ saving }: { saving: KycDraft['saving'] }) {
  const t = useTranslations('Kyc')
  const words = { idle: '', saving: t('saving'), saved: t('saved'), failed: t('notSaved') }
  return (
    <p
      role="status"
      className={cn(
        'min-h-6 text-center text-sm',
        saving === 'failed' ? 'font-semibold text-alarm' : 'text-soft',
      )}
    >
      {words[saving]}
    </p>
  )
}
