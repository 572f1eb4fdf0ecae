import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { TabState } from '#components/desk/tab-state.tsx'
import { Button } from '#components/ui/button.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { addressWith, useAddressText } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { nairobiToday } from '#lib/client/formats/nairobi-days.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { downloadFile } from '#lib/client/http/downloads.ts'

/** The product's first year. */
const FIRST_YEAR = 2026

export function TaxCertificates() {
  const t = useTranslations('Accounting.taxes')
  const formats = useFormats()
  const newest = Number(nairobiToday().slice(0, 4))
  const years = Array.from({ length: newest - FIRST_YEAR + 1 }, (_, place) => String(newest - place))
  const asked = useAddressText('year')
  const year = years.find((one) => one === asked) ?? String(newest)
  const query = useQuery({
    ...apiQuery('GET /admin/taxes/{year}/', { path: { year } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-labelledby="tax-certificates" className="min-w-0">
      <h3 id="tax-certificates" className="text-xl">
        {t('title')}
      </h3>
      <p className="mt-1 max-w-2xl text-soft">{t('note')}</p>
      <SelectField
        label={t('year')}
        className="mt-3 w-36"
        value={year}
        onChange={({ target }) => visit(addressWith({ year: target.value }))}
        options={years.map((value) => ({ value, words: value }))}
      />
      <TabState query={query} failed={t('failed')}>
        {({ results, gross, tax, net }) =>
          results.length === 0 ? (
            <p className="mt-3 text-soft">{t('none', { year })}</p>
          ) : (
            <>
              <p className="figures mt-3 font-semibold">
                {t('total', {
                  gross: formats.shillings(gross),
                  tax: formats.shillings(tax),
                  net: formats.shillings(net),
                })}
              </p>
              <ul
                aria-labelledby="tax-certificates"
                className="mt-2 rounded-2xl border border-line bg-surface"
              >
                {results.map((person) => (
                  <li
                    key={person.user_id}
                    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-1.5 last:border-b-0"
                  >
                    <span className="min-w-0">
                      <span className="font-semibold wrap-anywhere">{person.username}</span>
                      <span className="figures block text-sm text-soft">
                        {t('total', {
                          gross: formats.shillings(person.gross),
                          tax: formats.shillings(person.tax),
                          net: formats.shillings(person.net),
                        })}
                      </span>
                    </span>
                    <Button
                      tone="quiet"
                      aria-label={t('certificateOf', { person: person.username })}
                      onClick={() =>
                        void downloadFile(
                          'GET /admin/taxes/{year}/{user_id}/certificate.pdf',
                          { path: { year, user_id: person.user_id } },
                          `ngoma-tax-${year}-${person.username.replaceAll(/[^\w-]+/g, '-')}.pdf`,
                          'application/pdf',
                        )
                      }
                    >
                      <Download aria-hidden="true" className="size-4" /> {t('certificate')}
                    </Button>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </TabState>
    </section>
  )
}
