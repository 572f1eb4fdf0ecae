import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { showToast } from '#lib/client/browser/toasts.ts'
import { idempotentAttempt } from '#lib/client/forms/idempotent-attempt.ts'
import { useApiForm } from '#lib/client/forms/use-api-form.ts'
import { api } from '#lib/client/http/api.ts'
import { LETTER_MAX, letterTopics } from '#lib/contract/people/constants.ts'
import { isLocale } from '#messages/locales.ts'
import { useChangedPerson } from './use-person.ts'

type LetterDialogProps = { id: string; name: string; locale: string; onClose: () => void }

/** Sends a letter: a template by topic with the admin's own text. */
export function LetterDialog({ id, name, locale, onClose }: LetterDialogProps) {
  const t = useTranslations('People')
  const changed = useChangedPerson()
  const [attempt] = useState(idempotentAttempt)
  const language = t(`languages.${isLocale(locale) ? locale : 'en'}`)
  const { formProps, field, isBusy, whole } = useApiForm({
    defaultValues: { topic: 'payment', text: '' },
    toBody: ({ topic, text }) => ({ topic: letterTopics.find((one) => one === topic) ?? 'payment', text }),
    schema: async () => (await import('#lib/contract/people/calls.ts')).writeLetter.body,
    send: async (body) => {
      await attempt(JSON.stringify(body), (key) =>
        api('POST /admin/people/{id}/letters/', { path: { id }, body, attempt: key }),
      )
      changed.renew()
      showToast({ title: t('letter.done'), tone: 'good' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('letter.title', { name })}
      description={t('letter.detail')}
      confirm={t('letter.send')}
      tone="loud"
      isBusy={isBusy}
      problem={whole}
      formRef={formProps.ref}
      onConfirm={formProps.onSubmit}
      onClose={onClose}
    >
      <SelectField
        label={t('letter.topic')}
        options={letterTopics.map((value) => ({ value, words: t(`letter.topics.${value}`) }))}
        {...field('topic')}
      />
      <TextAreaField
        label={t('letter.text')}
        hint={t('letter.textHint', { language })}
        rows={5}
        maxLength={LETTER_MAX}
        {...field('text')}
      />
    </ConfirmDialog>
  )
}
