import { useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState } from 'react'
import { cn } from '#components/ui/cn.ts'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSend } from '#lib/client/http/use-send.ts'
import { type KycRole, missingFields } from '#lib/client/kyc/kyc-form.ts'
import type { KycField } from '#lib/contract/kyc/calls.ts'
import { requiredMusicianKycFields } from '#lib/contract/kyc/requirements.ts'
import { KycFieldInput } from './kyc-field-input.tsx'
import type { KycDraft } from './use-kyc-draft.ts'

const groups = {
  identity: ['full_name', 'date_of_birth', 'national_id'],
  address: ['address_line_1', 'address_line_2', 'city', 'state_province', 'postal_code', 'country'],
  music: requiredMusicianKycFields,
} as const satisfies Record<string, readonly KycField[]>

type PersonalStepProps = {
  draft: KycDraft
  role: KycRole
  /** The officer's sentences by field. */
  reasons: Record<string, string>
  onDone: () => void
}

/** Step 1: each field is saved when it is left; going on needs all required ones. */
export function PersonalStep({ draft, role, reasons, onDone }: PersonalStepProps) {
  const t = useTranslations('Kyc')
  const form = useRef<HTMLFormElement>(null)
  // As of the last press: a note that changed with every field that is filled in would be read out each time.
  const [missing, setMissing] = useState<readonly KycField[]>([])
  const stillMissing = missingFields(draft.form, role)
  const isNoteShown = missing.some((field) => stillMissing.includes(field))

  const { isPending, send } = useSend({
    mutationFn: draft.finish,
    onSuccess: (wrong) => {
      if (wrong === null) return onDone()
      const input = form.current?.elements.namedItem(wrong)
      if (input instanceof HTMLElement) input.focus()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(stillMissing)
    void send()
  }

  const shown =
    role === 'copyright_owner'
      ? (['identity', 'address', 'music'] as const)
      : (['identity', 'address'] as const)
  return (
    <form ref={form} onSubmit={submit} noValidate method="post" className="mt-4 grid gap-8">
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
      <ErrorNote>
        {isNoteShown
          ? t('missingFields', { fields: missing.map((field) => t(`fields.${field}`)).join(', ') })
          : null}
      </ErrorNote>
      <ErrorNote>{draft.refusal}</ErrorNote>
      <div className="grid gap-2">
        <SubmitButton busy={isPending}>{t('toDocuments')}</SubmitButton>
        <SavingNote saving={draft.saving} />
      </div>
    </form>
  )
}

/** Says whether what was typed is kept; its place is kept too. */
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
