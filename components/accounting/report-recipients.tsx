import { Plus, Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { BusyButton } from '#components/desk/busy-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { refusedFields, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import type { MonthReportList } from '#lib/contract/accounting/calls.ts'
import { type MailLocale, mailLocales } from '#lib/contract/mail/locales.ts'

type Recipients = MonthReportList['recipients']
type Props = { recipients: Recipients; onChanged: () => unknown }

const firstLocale: MailLocale = 'en'

export function ReportRecipients({ recipients, onChanged }: Props) {
  const t = useTranslations('Accounting.recipients')
  return (
    <section aria-labelledby="report-recipients" className="min-w-0">
      <h3 id="report-recipients" className="text-xl">
        {t('title')}
      </h3>
      <p className="mt-1 max-w-2xl text-soft">{t('note')}</p>
      {recipients.length === 0 ? null : (
        <ul aria-labelledby="report-recipients" className="mt-3 rounded-2xl border border-line bg-surface">
          {recipients.map((one) => (
            <Recipient key={one.email} recipient={one} onChanged={onChanged} />
          ))}
        </ul>
      )}
      <AddRecipient onChanged={onChanged} />
    </section>
  )
}

function Recipient({ recipient, onChanged }: { recipient: Recipients[number] } & Pick<Props, 'onChanged'>) {
  const t = useTranslations('Accounting.recipients')
  const formats = useFormats()
  const { email, locale, added_by: name, added_at } = recipient
  const removal = useSend({
    mutationFn: () => api('POST /admin/month-reports/recipients/remove/', { body: { email } }),
    onSuccess: () => showToast({ title: t('removed', { email }), tone: 'good' }),
    onError: ({ message }) => showToast({ title: t('tryAgain'), description: message, tone: 'bad' }),
    onSettled: () => onChanged(),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-1.5 last:border-b-0">
      <span className="min-w-0">
        <span className="font-semibold wrap-anywhere">{email}</span>
        <span className="block text-sm text-soft">
          {t('added', { language: t(`languages.${locale}`), name, time: formats.moment(added_at) })}
        </span>
      </span>
      <Button tone="quiet" disabled={removal.isPending} onClick={() => void removal.send()}>
        <Trash2 aria-hidden="true" className="size-4" /> {t('remove')}
        <span className="sr-only">: {email}</span>
      </Button>
    </li>
  )
}

function AddRecipient({ onChanged }: Pick<Props, 'onChanged'>) {
  const t = useTranslations('Accounting.recipients')
  const { isBusy, whole, formProps, field } = useApiForm({
    defaultValues: { email: '', locale: firstLocale },
    toBody: ({ email, locale }) => ({
      email,
      locale: mailLocales.find((one) => one === locale) ?? firstLocale,
    }),
    schema: async () => (await import('#lib/contract/accounting/calls.ts')).addRecipient.body,
    send: async (body) => {
      await api('POST /admin/month-reports/recipients/', { body })
      showToast({ title: t('sent', { email: body.email }), tone: 'good' })
      onChanged()
    },
    refuse: (error) => {
      const fields = refusedFields(['email', 'locale'], error)
      if (Object.keys(fields).length > 0) return { fields }
      return { whole: error instanceof ApiError && error.hasSentence ? error.message : t('tryAgain') }
    },
  })
  return (
    <form {...formProps} className="mt-3 flex flex-wrap items-end gap-3">
      <Field
        label={t('email')}
        type="email"
        inputMode="email"
        className="min-w-56 flex-1 sm:max-w-96"
        {...field('email')}
      />
      <SelectField
        label={t('language')}
        className="w-40"
        options={mailLocales.map((value) => ({ value, words: t(`languages.${value}`) }))}
        {...field('locale')}
      />
      <BusyButton type="submit" isBusy={isBusy} icon={<Plus aria-hidden="true" className="size-4" />}>
        {t('add')}
      </BusyButton>
      <div className="basis-full">
        <ErrorNote>{whole}</ErrorNote>
      </div>
    </form>
  )
}
