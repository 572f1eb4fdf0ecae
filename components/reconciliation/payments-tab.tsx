import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { AllPayments } from '#components/payments/all-payments.tsx'
import { useAddressParam, useAddressText } from '#components/ui/use-address-param.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { CaseList } from './case-list.tsx'
import { CaseView } from './case-view.tsx'

export default function PaymentsTab() {
  const open = useAddressText('case')
  const view = useAddressParam(PARAM, views, 'people')
  useFocusBetween(open)
  if (open) return <CaseView key={open} id={open} />
  return view === 'all' ? <AllPayments views={<ViewSwitch />} /> : <CaseList views={<ViewSwitch />} />
}

/** Focuses the head of an opened case, and after closing the case's row. A reload starts at the top. */
function useFocusBetween(open: string | null): void {
  const shown = useRef(open)
  useEffect(() => {
    const left = shown.current
    if (left === open) return
    shown.current = open
    const row = `[data-row="${CSS.escape(left ?? '')}"], [data-row$=" ${CSS.escape(left ?? '')}"]`
    const target = open ? document.querySelector('[data-case-back]') : document.querySelector(`:is(${row}) a`)
    if (target instanceof HTMLElement) target.focus()
    if (open) window.scrollTo({ top: 0 })
  }, [open])
}

const PARAM = 'view'
const views = ['people', 'all'] as const

/** Each list starts at its first page. */
function ViewSwitch() {
  const t = useTranslations('AdminPayments.views')
  const view = useAddressParam(PARAM, views, 'people')
  return (
    <fieldset className="grid w-full grid-cols-2 gap-1 rounded-full bg-sunken p-1 sm:inline-grid sm:w-auto">
      <legend className="sr-only">{t('label')}</legend>
      {views.map((one) => (
        <label
          key={one}
          className="grid min-h-11 cursor-pointer place-items-center rounded-full px-3 text-center text-sm whitespace-nowrap font-semibold has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-drum"
        >
          <input
            type="radio"
            name={PARAM}
            className="sr-only"
            checked={one === view}
            onChange={() =>
              visit(`${window.location.pathname}?tab=payments${one === 'all' ? `&${PARAM}=all` : ''}`)
            }
          />
          {t(one)}
        </label>
      ))}
    </fieldset>
  )
}
