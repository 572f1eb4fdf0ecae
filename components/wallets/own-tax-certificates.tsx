import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { saveAsFile } from '#lib/client/browser/save-as-file.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { apiFile } from '#lib/client/http/api.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { useSend } from '#lib/client/http/use-send.ts'

/** Certificates of tax withheld from prizes and royalties; renders nothing if there are none. */
export function OwnTaxCertificates() {
  const t = useTranslations('Wallet.taxes')
  const formats = useFormats()
  const { data } = useQuery(apiQuery('GET /users/tax-certificates/'))
  const download = useSend({
    mutationFn: (year: string) =>
      apiFile('GET /users/tax-certificates/{year}/certificate.pdf', { path: { year } }, () => undefined),
    onSuccess: (file, year) => saveAsFile(`ngoma-tax-${year}.pdf`, file, 'application/pdf'),
    onError: ({ message }) => showToast({ title: t('failed'), description: message, tone: 'bad' }),
  })
  if (!data || data.results.length === 0) return null
  return (
    <section aria-labelledby="own-taxes" className="mt-6">
      <h3 id="own-taxes" className="text-lg">
        {t('title')}
      </h3>
      <p className="mt-1 text-sm text-soft">{t('note')}</p>
      <ul aria-labelledby="own-taxes" className="mt-2 grid gap-1">
        {data.results.map(({ year, tax }) => (
          <li key={year} className="flex flex-wrap items-center justify-between gap-x-4">
            <span className="figures">
              {t('ofYear', { year: String(year), tax: formats.shillings(tax) })}
            </span>
            <Button
              tone="quiet"
              disabled={download.isPending}
              onClick={() => void download.send(String(year))}
            >
              <Download aria-hidden="true" className="size-4" /> {t('download', { year: String(year) })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
