import { Download, LoaderCircle, Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { lazyPart } from '#lib/client/browser/lazy-parts.ts'
import { saveAsFile } from '#lib/client/browser/save-as-file.ts'
import { api } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import { LanguageChoice } from './language-choice.tsx'

const DeleteAccountDialog = lazyPart(() => import('./delete-account-dialog.tsx'))

export function AccountData() {
  const t = useTranslations('Profile.account')
  const [deleting, setDeleting] = useState(false)
  return (
    <section className="grid gap-4">
      <h2 className="text-2xl">{t('title')}</h2>
      <LanguageChoice />
      <ExportData />
      <div className="mt-6 rounded-3xl border-2 border-alarm p-5">
        <h3 className="text-xl text-alarm">{t('deleteTitle')}</h3>
        <p className="mt-1 max-w-2xl text-soft">{t('deleteDetail')}</p>
        <Button tone="danger" onClick={() => setDeleting(true)} className="mt-4">
          <Trash2 aria-hidden="true" className="size-5" /> {t('delete')}
        </Button>
      </div>
      {deleting ? (
        <Suspense>
          <DeleteAccountDialog onClose={() => setDeleting(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}

function ExportData() {
  const t = useTranslations('Profile.account')
  const { isPending, error, send } = useSend({
    mutationFn: () => api('GET /users/me/export/'),
    onSuccess: (data) => saveAsFile('ngoma-my-data.json', JSON.stringify(data, null, 2), 'application/json'),
  })
  return (
    <div className="rounded-3xl border border-line bg-surface p-5">
      <h3 className="text-xl">{t('exportTitle')}</h3>
      <p className="mt-1 text-soft">{t('exportDetail')}</p>
      <Button onClick={() => void send()} aria-busy={isPending} className="mt-4">
        {isPending ? (
          <LoaderCircle aria-hidden="true" className="size-5 animate-spin" />
        ) : (
          <Download aria-hidden="true" className="size-5" />
        )}
        <span>{isPending ? t('exporting') : t('export')}</span>
      </Button>
      {error ? (
        <p role="alert" className="mt-3 font-semibold text-alarm">
          {t('exportFailed')}
        </p>
      ) : null}
    </div>
  )
}
